import PlayheadCoding
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

struct ShowCommand: SharedCommand {
  let name = "show"
  let summary = "Shows an action and what it changed."
  let details = [
    "Shows the payload, the time and the cause, the dates, UUIDs and random numbers that the stores took "
      + "while they handled the action, how long that took, and the changes. The changes need the app's "
      + "stores; everything else is in the log."
  ]
  let step = LogParameters.step
  let full = LogParameters.full
  let examples = [
    Example("show", "the last action, in 'debug' the current one"),
    Example("show 42", "action 42"),
  ]

  func answer(_ arguments: ParsedArguments, in context: CommandContext) throws {
    let (step, log) = (try arguments.step(in: context), context.log)
    guard step > log.initialStep else { throw InspectorError.isFirst(step) }
    let answer = try answer(to: ActionRequest(of: step), in: context)
    let page = ActionPage(
      answer: answer, last: log.lastStep,
      options: context.printOptions(whole: arguments[LogParameters.full]),
      missing: context.storesMissing)
    try context.console.show(Joined(answer.action, ActionContext(answer))) {
      try page.print(on: context.console)
    }
  }

  /// The action. If it cannot be replayed, its changes are unknown.
  private func answer(
    to request: ActionRequest, in context: CommandContext
  ) throws -> ActionRequest.Answer {
    do {
      let answer = try context.ask(request)
      if case .unknown(let reason) = answer.changes, reason.isFault { context.hasFailed = true }
      return answer
    } catch let failure as CommandFailure {
      guard case .incompatible(let error, _) = failure, let log = context.log as? LogReader
      else { throw failure }
      context.hasFailed = true
      var answer = try Inspector(log).ask(request)
      answer.changes = .unknown(.unreachable("\(error)"))
      return answer
    }
  }
}

/// An action in full.
private struct ActionPage {
  let answer: ActionRequest.Answer
  let last: Step
  let options: PrintOptions
  /// Why there are no stores.
  let missing: String
  private var action: ActionRecord { answer.action }

  func print(on console: Console) throws {
    let type = action.type.name.visible
    let version = action.type.version == 1 ? "" : " (version \(action.type.version))"
    try console.print(title)
    try console.print("")
    let payload = action.payload
      .swiftText(named: type, options: options)
    for line in payload.split(separator: "\n") { try console.print("  \(String(line))") }
    try console.print("")
    var table = Table([.left, .left])
    table.add(["type", "\(type)\(version)"])
    addFacts(to: &table)
    try console.print(table)
    try console.print("")
    try printChanges(console)
  }

  private var title: StyledText {
    let offset = Format.offset(nanoseconds: action.offset)
    let time = Format.wallTime(nanoseconds: action.wallTime)
    let whole = "\(last)" + (action.origin == nil ? "" : " of the branch")
    return StyledText("step \(action.step)", .bold) + " of \(whole), \(offset), \(time)"
  }

  private func addFacts(to table: inout Table) {
    if !answer.causes.isEmpty {
      let chain = answer.causes.map { "\($0.step) (\($0.type.name))" }.joined(separator: " ← ")
      table.add(["cause", "\(chain)"])
    }
    guard let outcome = action.outcome else {
      if let provenance = action.provenance { table.add(["origin", "\(provenance)"]) }
      return
    }
    if answer.causes.isEmpty, let cause = action.cause {
      table.add(["cause", "\(cause), which was not recorded"])
    }
    for draw in answer.draws { table.add(["drew", "\(draw.swiftText(options: .inLine))"]) }
    table.add(["stores", "\(outcome.storesText)"])
    if outcome.isHandled { table.add(["took", "\(outcome.durationText)"]) }
  }

  private func printChanges(_ console: Console) throws {
    switch answer.changes {
    case .unknown(.storesMissing): try console.printSentence("changes unknown: \(missing)")
    case .unknown(let reason):
      try console.printSentence("changes unknown: \(reason.sentence)")
    case .known(let diff) where diff.isEmpty: try console.print("no changes")
    case .known(let diff):
      try console.print("changes")
      try console.print(StyledText(diff, options.at(StatePath())))
    }
    guard let change = answer.storeChange else { return }
    let isShown = if case .known = answer.changes { !change.added.isEmpty } else { false }
    try console.printSentence(
      "after this action, \(change.text)"
        + (isShown ? "; the changes of a new store are not the action's" : ""))
  }

}

/// What `show` has beside an action.
private struct ActionContext: Encodable {
  let causes: [Step]
  @IfPresent var draws: [Value]?
  @IfPresent var exactTiming: Bool?
  let changes: Diff?
  @IfPresent var storesAfter: StoreChange?
  @IfPresent var crash: CrashAnswer?

  init(_ answer: ActionRequest.Answer) {
    causes = answer.causes.map(\.step)
    let outcome = answer.action.outcome
    draws = outcome.map { _ in answer.draws }
    exactTiming = outcome?.isExact
    if case .known(let diff) = answer.changes { changes = diff } else { changes = nil }
    storesAfter = answer.storeChange
    crash = nil
    if case .unknown(.crashed(let trap, let type)) = answer.changes {
      crash = CrashAnswer(trap, type)
    }
  }
}

extension ActionRecord.Outcome {
  fileprivate var storesText: String {
    if !isHandled { return "not fully handled: the app stopped here" }
    let sure = changed.filter { !mayHaveChanged.contains($0) }
    var parts = sure.isEmpty ? [] : [sure.joined(separator: ", ")]
    if !mayHaveChanged.isEmpty {
      parts.append("may have changed: \(mayHaveChanged.joined(separator: ", "))")
    }
    return parts.isEmpty ? "none changed" : parts.joined(separator: "; ")
  }

  fileprivate var durationText: String {
    let text = Format.duration(nanoseconds: nanoseconds)
    if isExact { return text }
    let upper = Format.duration(nanoseconds: CoarseTime.limit(of: nanoseconds))
    return nanoseconds == 0 ? "less than \(upper)" : "\(text) to \(upper)"
  }
}

extension ActionRequest.Reason {
  fileprivate var sentence: String {
    switch self {
    case .storesMissing: "\(InspectorError.storesMissing)"
    case .isFirst: "no step comes before it"
    case .notRecorded(let step): "the step before it, \(step), was not recorded"
    case .lost(let step): "the step before it, \(step), is lost"
    case .crashed(let trap, let type): "\(ReplayError.traps(trap, type))"
    case .unreachable(let sentence): sentence
    }
  }
}
