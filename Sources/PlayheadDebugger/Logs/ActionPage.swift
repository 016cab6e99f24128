import PlayheadCoding
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

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

  /// All about the action, for programs.
  var json: JSON {
    var members = action.jsonMembers
    members.append(("causes", .array(answer.causes.map { .uint($0.step.number) })))
    if let outcome = action.outcome {
      members.append(("draws", .array(answer.draws.map(JSON.tree))))
      members.append(("exactTiming", .bool(outcome.isExact)))
    }
    if case .known(let diff) = answer.changes {
      members.append(("changes", .tree(diff.jsonPatch.value)))
    } else {
      members.append(("changes", .null))
    }
    return .object(members)
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
