import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `history`: lists all changes of a value.
struct HistoryCommand: Command {
  let apps: Apps

  let name = "history"
  let summary = "Lists the changes of the value at a path, from the first to the last."
  let details = [
    "Follows the value through lists: an element stays the same when elements before it are added or removed. One "
      + "that an action removes and inserts elsewhere counts as new. Values are shortened; 'diff' shows a whole "
      + "change. The command may have to read the whole log; for a long log it keeps an index in the file "
      + "'LOG.index' beside the log, which you may delete at any time.",
    "Needs the app's stores. Ends with 1 if there is no change.",
  ]

  let path = Parameter.argument(
    "PATH", .place, "The path in the state of STEP; it may have no value there.")
  let last = Parameter.option(
    "last", value: "N", .count, "Only the last N changes up to STEP.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, path, LogParameters.stepOrLast, last] + ReadingParameters.declarations
  }
  let examples = [
    Example("history s.playhead cart.total", "how the total got its value"),
    Example("history s.playhead cart.total --last 1", "the action that last set the total"),
  ]

  let isPaged = true

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let context = try CommandContext(arguments, apps, console)
    let step = try (arguments[LogParameters.stepOrLast] ?? .end).resolve(in: context.log.scope)
    let request = HistoryRequest(of: arguments[path], at: step, limit: arguments[last])
    try context.showHistory(request)
    return context.exitCode
  }
}

/// `history` in the REPL.
struct HistoryREPLCommand: REPLCommand {
  let name = "history"
  let summary = "Lists the changes of the value at a path, from the first to the last."
  let details = [
    "Follows the value that is at the path at the current step through lists. The current step is "
      + "marked with '*'. Values are shortened; 'last PATH' goes to a change, and 'diff' shows the whole change."
  ]
  let path = Parameter.argument(
    "PATH", .place, "The path in the current state; it may have no value now.")
  let last = Parameter.option(
    "last", value: "N", .count, "Only the last N changes up to the current step.")
  var parameters: [any ParameterDeclaration] { [path, last] }
  let examples = [
    Example("history cart.total", "how the total got its value, and how it changed later"),
    Example("history cart.items[3] --last 5", "the last five changes of an item"),
  ]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let request = HistoryRequest(
      of: arguments[path], at: session.position, limit: arguments[last])
    try session.showHistory(request) { step in
      (step == session.position ? StyledText("*", .bold) : " ") + " "
    }
  }
}

extension QuestionContext {
  /// Shows the changes, each after a `mark`. Throws ``CommandFailure/neverChanged(_:)`` if there are none.
  fileprivate func showHistory(
    _ request: HistoryRequest, mark: (Step) -> StyledText = { _ in "" }
  ) throws {
    let line = try actionLine(upTo: source.lastStep)
    var isFound = false
    _ = try ask(request) { seen in
      isFound = true
      let json: JSON = ["step": seen.step, "type": seen.type?.name, "change": seen.json]
      try console.show(json) {
        let lead = mark(seen.step) + line.lead(of: seen.step, seen.type, seen.offset) + "  "
        let room = console.watchesOutput ? console.width - lead.columns : .max
        try console.printEntry("\(lead)\(seen.text.line(within: room))")
      }
      // Many changes take long, and a store may trap at the next one.
      if console.page == nil { try console.flush() }
    }
    if !isFound { throw CommandFailure.neverChanged(request.path) }
  }
}
