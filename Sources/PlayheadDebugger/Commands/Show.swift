import PlayheadCoding
import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `show`: all about one action.
struct ShowCommand: Command {
  let apps: Apps

  let name = "show"
  let summary = "Shows an action and what it changed."
  let details = [
    "What it holds, when it came and what caused it, what the stores took from outside while they "
      + "handled it (dates, UUIDs, random numbers), how long they took, and what it changed. The "
      + "changes need the app's stores, and that the actions up to this one fit them and trap in none; "
      + "everything else is in the log."
  ]

  let full = Parameter.flag("full", "Show long values whole.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, LogParameters.step, full] + ReadingParameters.declarations
  }

  let examples = [Example("show s.playhead end", "the last action")]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let log = try LogReader.open(arguments[LogParameters.log], console)
    let step = try arguments[LogParameters.step].resolve(in: log.scope)
    guard step > log.initialStep else { throw CommandFailure.noAction(before: step) }
    let asked = try ask(ActionRequest(of: step), of: log, arguments.reading(), console)
    let options: PrintOptions =
      arguments[full] ? .full(width: console.width) : .folded(width: console.width)
    let page = ActionPage(
      asked.answer, last: log.lastStep, options, missing: "\(apps.unknownApp(of: log))")
    try console.show(page)
    return log.exitCode.worse(asked.exitCode)
  }

  /// The action, also where there are no stores that could tell what it changed.
  private func ask(
    _ request: ActionRequest, of log: LogReader, _ reading: Reading, _ console: Console
  ) throws -> Inspected<ActionRequest.Answer> {
    guard apps.recorder(of: log) != nil else {
      return try apps.ask(request, of: log, reading, console)
    }
    do {
      let asked = try apps.inspect(log, reading, console) { try $0.ask(request) }
      guard case .unknown(let reason) = asked.answer.changes, reason.isFault else { return asked }
      return Inspected(answer: asked.answer, exitCode: .badAnswer)
    } catch CommandFailure.misfit(let error, _) {
      var answer = try Inspector(log).ask(request)
      answer.changes = .unknown(.unreachable("\(error)"))
      return Inspected(answer: answer, exitCode: .badAnswer)
    }
  }
}

/// `show`: all about one action.
struct ShowREPLCommand: REPLCommand {
  let name = "show"
  let summary = "Shows an action with its causes, and what it changed."
  let step = Parameter.optionalArgument(
    "STEP", .step, "The action's step; without it, the present one.")
  let full = Parameter.flag("full", "Show long values whole.")
  var parameters: [any ParameterDeclaration] { [step, full] }
  let examples = [
    Example("show", "the present action"), Example("show 42", "another, without going there"),
  ]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let step = try arguments[step]?.resolve(in: session.scope) ?? session.position
    guard step > session.log.initialStep else { throw DebugError.noStep(before: step) }
    let request = ActionRequest(of: step)
    // Also without stores there is an answer.
    let answer =
      try session.missingStores == nil
      ? session.inspecting(for: name) { try session.inspector.ask(request) }
      : session.ask(request, for: name)
    let page = ActionPage(
      answer, last: session.lastStep, session.printOptions(whole: arguments[full]),
      missing: "the app's stores are not here; 'when' says why")
    try session.console.show(page)
  }
}

/// All about one action, for a person.
struct ActionPage: Shown {
  private let answer: ActionRequest.Answer
  private let last: Step
  private let options: PrintOptions
  private let missing: String
  private var action: ActionRecord { answer.action }

  /// The page of an action of a log that ends with the step `last`; `missing` says why there are no stores.
  init(_ answer: ActionRequest.Answer, last: Step, _ options: PrintOptions, missing: String) {
    (self.answer, self.last, self.options, self.missing) = (answer, last, options, missing)
  }

  func print(on console: Console) throws {
    let type = action.type.name.visible
    let version = action.type.version == 1 ? "" : " (version \(action.type.version))"
    try console.print(title)
    try console.print("")
    let payload = action.payload.swiftText(named: type, options: options)
    for line in payload.split(separator: "\n") { try console.print("  \(String(line))") }
    try console.print("")
    var table = Table([.left, .left])
    table.add(["type", "\(type)\(version)"])
    addFacts(to: &table)
    for line in table.styledLines { try console.print(line) }
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
    case .unknown(.storesMissing): try console.print("changes unknown: \(missing)")
    case .unknown(let reason): try console.print("changes unknown: \(reason.sentence)")
    case .known(let diff) where diff.isEmpty: try console.print("no changes")
    case .known(let diff):
      try console.print("changes")
      try console.print(DiffText(options.at(StatePath())).text(diff))
    }
  }

  /// All about the action, for a program.
  var json: JSON {
    let causes: JSON = ["causes": answer.causes.map(\.step)]
    let draws: JSON =
      action.outcome.map { ["draws": answer.draws, "exactTiming": $0.isExact] } ?? [:]
    return action.json + causes + draws + ["changes": changes]
  }

  private var changes: JSON {
    if case .known(let diff) = answer.changes { diff.jsonPatch.value.asJSON } else { .null }
  }
}

extension ActionRecord.Outcome {
  fileprivate var storesText: String {
    if !isHandled { return "not handled to the end: the app stopped here" }
    return changed.isEmpty ? "none changed" : changed.joined(separator: ", ")
  }

  fileprivate var durationText: String {
    let text = Format.duration(nanoseconds: nanoseconds)
    if isExact { return text }
    // What coarse timing does not tell apart.
    return nanoseconds == 0 ? "less than 64.0 µs" : "\(text) or more, up to twice that"
  }
}

extension ActionRequest.Reason {
  fileprivate var sentence: String {
    switch self {
    case .storesMissing: "\(InspectorError.storesMissing)"
    case .isFirst: "nothing came before"
    case .notRecorded(let step): "step \(step), which came before, was not recorded"
    case .lost(let step): "step \(step), which came before, is lost"
    case .unreachable(let sentence): sentence
    }
  }
}
