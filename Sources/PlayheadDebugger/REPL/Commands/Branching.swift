import PlayheadInspector
import PlayheadLog
import PlayheadReading
package import PlayheadReplay
import PlayheadValues

struct SkipREPLCommand: REPLCommand {
  let name = "skip"
  let summary = "Leaves an action out, in a branch of the recording."
  let details = [
    "The recording never changes. The first change begins a branch, as the prompt shows, and later "
      + "changes go into the same branch. Steps after the first change get new numbers. Every command "
      + "works in a branch as it does in the recording."
  ]
  let step = Parameter.optionalArgument(
    "STEP", .step, "The action's step; by default, the current one.")
  let effects = Parameter.flag(
    "effects", "Leave out everything that it caused, too.")
  let examples = [
    Example("skip", "as if the current action had not happened"),
    Example("skip 24 --effects", "without action 24 and everything that it caused"),
  ]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let step = try arguments[step]?.resolve(in: session.scope) ?? session.position
    let origin = try session.inspector.origin(of: step)
    try session.make(.skip(origin, withEffects: arguments[effects]))
    if arguments[effects], case .skip(_, _, effects: [])? = session.inspector.branch?.changes.last {
      try session.say("no recorded action names this one as its cause", .dim)
    }
  }
}

struct EditREPLCommand: REPLCommand {
  let name = "edit"
  let summary = "Gives the current action another payload, in a branch of the recording."
  let details = [
    "The value is everything after the path, in Swift as values are printed, or as JSON: write a text in "
      + "double quotes; 'nil' removes an optional value. Tab inserts the path's current value. 'help skip' "
      + "explains branches."
  ]
  let first = Parameter.argument(
    "PATH", .text(completedAs: .payloadPath), "The path in the payload, or a whole new payload.")
  let value = Parameter.optionalArgument(
    "VALUE", .text(completedAs: .payloadValue), "The new value.")
  let examples = [
    Example("edit quantity 3", "as if it had been 3"),
    Example("edit (sku: \"A-7\", quantity: 3)", "a whole new payload"),
  ]

  func words(of text: Substring) -> [String] { LineWords.splitValue(text) }

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let origin = try session.inspector.origin(of: session.position)
    let first = arguments[first]
    guard let value = arguments[value], !Self.isPayload(first) else {
      if !Self.isPayload(first), first.first?.isLetter == true {
        throw UsageError.Fact.missing("VALUE")
      }
      let payload = [first, arguments[value]].compactMap(\.self).joined(separator: " ")
      let new = try typedValue(
        Self.withoutStore(payload), example: session.currentPayload?.json)
      return try session.make(.edit(origin, at: StatePath(), to: new))
    }
    let path = try ArgumentType.place.value(first, for: self.first.spec)
    let new = try typedValue(value, example: session.currentPayload?.value(at: path)?.json)
    try session.make(.edit(origin, at: path, to: new))
  }
}

extension EditREPLCommand {
  /// Whether a typed word begins a whole payload: `{"sku":3}`, `(sku: 3)`, `.add(3)`, `AddItem(sku: 3)`. No path begins
  /// like that.
  private static func isPayload(_ word: String) -> Bool {
    "{.".contains(word.prefix(1)) || word.prefix { $0 != "[" }.contains("(")
  }

  /// The payload without the store in front of its type, as in `window_2/Rename(title: "A")`.
  private static func withoutStore(_ text: String) -> String {
    let type = text.prefix { $0 != "(" }
    guard type.endIndex < text.endIndex, let slash = type.lastIndex(of: "/") else { return text }
    return String(text[slash...].dropFirst())
  }
}

/// The value of typed Swift or JSON, or an error with the `example` if that fits on a few lines.
func typedValue(
  _ text: String, example: @autoclosure () -> String? = nil
) throws(DebugError) -> Value {
  guard let value = Value(typed: text) else {
    throw .noValue(text, example: example().flatMap { $0.count <= 200 ? $0 : nil })
  }
  return value
}

struct InsertREPLCommand: REPLCommand {
  let name = "insert"
  let summary = "Inserts an action after the current one, in a branch of the recording."
  let details = [
    "You can leave out the module before a type. A type with a space needs double quotes. Tab "
      + "offers the types, and then the payload of the previous action of that type. 'help skip' "
      + "explains branches."
  ]
  let type = Parameter.argument(
    "TYPE", .text(completedAs: .appActionType), "The type of the action.")
  let payload = Parameter.optionalArgument(
    "PAYLOAD", .text(completedAs: .payload), "Its payload in Swift or JSON; by default, '()'.")
  let examples = [
    Example("insert Undo", "an action without a payload"),
    Example("insert AddItem(sku: \"A-7\", quantity: 2)", "one that has one, as it is printed"),
  ]

  func words(of text: Substring) -> [String] { LineWords.splitValue(text) }

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let position = session.position
    // A step without an action has the recording's state.
    let beside = session.inspector.recordedStep(beside: position)
    let place = (try? session.inspector.origin(of: position)) ?? .recorded(beside)
    let (type, text) = Self.parts(of: arguments[type], arguments[payload])
    let payload = try typedValue(text, example: session.payloadText(ofType: type).first)
    try session.make(.insert(type, payload: payload, after: place))
  }

  /// The type and the payload, which may follow without a space: `AddItem(sku: "A-7")`.
  private static func parts(of type: String, _ payload: String?) -> (type: String, payload: String)
  {
    let unquoted = LineWords.unquoted(type)
    guard unquoted == type, let open = type.firstIndex(of: "("), open > type.startIndex else {
      return (unquoted, payload ?? "()")
    }
    return (
      String(type[..<open]),
      ([String(type[open...])] + [payload].compactMap(\.self)).joined(separator: " ")
    )
  }
}

struct MoveREPLCommand: REPLCommand {
  let name = "move"
  let summary = "Moves the current action after another one, in a branch of the recording."
  let details = [
    "An action cannot come before the action that caused it. 'help skip' explains branches."
  ]
  let step = Parameter.argument("STEP", .step, "The step after which the action comes.")
  let examples = [Example("move 42", "after action 42")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let origin = try session.inspector.origin(of: session.position)
    let other = try session.inspector.origin(of: arguments[step].resolve(in: session.scope))
    try session.make(.move(origin, after: other))
  }
}

struct BranchREPLCommand: REPLCommand {
  let name = "branch"
  let summary = "Lists the changes of the branch."
  let details = ["Steps are those of the recording."]
  let examples = [Example("branch", "every change, in order")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let branch = try session.requireBranch()
    let (changes, base, last) = (branch.changes, branch.plan.base, session.lastStep)
    try session.console.show(BranchAnswer(changes: changes, base: base, last: last)) {
      for change in changes { try session.console.print("\(change)") }
      if let first = try session.ask(BranchDrawsRequest()) {
        try session.say(
          "from step \(first) on stores draw values that were not recorded; placeholders replace them",
          .dim)
      }
      let count = Format.count(last.number - session.log.initialStep.number, "step")
      try session.say("same as the recording up to step \(base); \(count)", .dim)
    }
  }
}

private struct BranchAnswer: Encodable {
  let changes: [BranchChange]
  let base: Step
  let last: Step
}

struct RevertREPLCommand: REPLCommand {
  let name = "revert"
  let summary =
    "Takes back the last change of the branch; without changes it is the recording again."
  let details = ["'undo' takes back moves only."]
  let examples = [Example("revert", "as if the last change had not been made")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let change = try session.revert()
    try session.show(ChangeOfBranch(reverted: change), change, "taken back")
  }
}

struct LeaveREPLCommand: REPLCommand {
  let name = "leave"
  let summary = "Goes back to the recording and drops the branch."
  let details = ["'save' keeps it. At a terminal you are asked first if its changes are not saved."]
  let examples = [Example("leave", "beside where you are in the branch")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    try session.requireBranch()
    guard try session.mayLeave(atEnd: false) else { return }
    session.leaveBranch()
    try session.showPlace()
  }
}

struct SaveREPLCommand: REPLCommand {
  let name = "save"
  let summary = "Writes the branch as a separate log."
  let details = [
    "Replays the branch from its beginning. The file must not exist yet. Every command works on "
      + "the log; a note in it names the changes."
  ]
  let file = Parameter.argument("FILE", .path, "The log to write.")
  let examples = [Example("save without-24.playhead", "a log that 'debug' opens")]

  func words(of text: Substring) -> [String] { LineWords.splitUnquoted(text) }

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    try session.requireBranch()
    let path = arguments[file]
    _ = try session.ask(SaveBranchRequest(to: path))
    let saved = session.openBranch?.moves.count ?? 0
    session.openBranch?.savedCount = saved
    let count = try LogReader(path: path).actionCount
    let rest = session.steps.reduce(0) { $0 + $1.count } - count
    try session.console.show(SaveAnswer(saved: path, actions: count)) {
      try session.console.print("\(Format.count(count, "action")) in '\(path)'; 'debug' opens it")
      guard rest > 0 else { return }
      try session.say(
        "\(Format.count(rest, "action")) left out: a store crashes, or steps are missing between them",
        .yellow)
    }
  }
}

private struct SaveAnswer: Encodable {
  let saved: String
  let actions: Int
}

struct CompareREPLCommand: REPLCommand {
  let name = "compare"
  let summary =
    "Shows where the branch's states first differ from the recording's, and how they differ at the end."
  let details = [
    "Compares each step of the branch with the recording's step. Lines with − are the recording's, lines "
      + "with + the branch's."
  ]
  let full = LogParameters.full
  let examples = [Example("compare", "the first difference, and the last")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    try session.requireBranch()
    let comparison = try comparison(session)
    try session.console.show(comparison) { try show(comparison, arguments, session) }
  }

  private func show(
    _ comparison: BranchComparison, _ arguments: ParsedArguments, _ session: DebugSession
  ) throws {
    guard let first = comparison.first else {
      return try session.console.print("the branch has the same states as the recording")
    }
    let options = session.printOptions(whole: arguments[LogParameters.full])
    try show(first, options, session)
    if let end = comparison.end {
      guard end.step != first.step else { return }
      try session.console.print("")
      return try show(end, options, session)
    }
    try session.say("at the end, both have the same state", .dim)
  }

  private func comparison(_ session: DebugSession) throws -> BranchComparison {
    do {
      return try session.ask(BranchComparisonRequest())
    } catch let error as ReplayError {
      guard case .traps(let trap, _) = error, session.inspector.knownCrashes.contains(trap) else {
        throw error
      }
      throw DebugError.recordingTraps(error)
    }
  }

  private func show(
    _ difference: BranchComparison.Difference, _ options: PrintOptions, _ session: DebugSession
  ) throws {
    let old = try session.recording.title(of: difference.recorded)
    let new = try session.log.title(of: difference.step)
    try session.console.print(
      StyledText(difference.diff, options.at(StatePath())), from: "the recording, \(old)",
      to: "the branch, \(new)")
  }
}

private struct BranchDifferenceAnswer: Encodable {
  let step: Step
  let recorded: Step
  let changes: Diff
}

extension BranchComparison.Difference: HasJSONForm {
  package var jsonForm: some Encodable {
    BranchDifferenceAnswer(step: step, recorded: recorded, changes: diff)
  }
}
