import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `history`: lists all changes of a value.
struct HistoryCommand: SharedCommand {
  let name = "history"
  let summary = "Lists the changes of the value at a path, from the first to the last."
  let details = [
    "Follows the value through lists: an element stays the same when elements before it are added or removed. One "
      + "that an action removes and inserts elsewhere counts as new. Values are shortened; 'diff' shows a whole "
      + "change. In 'debug', '*' marks the current step, and 'last PATH' goes to a change.",
    "The command may have to read the whole log; for a long log it keeps an index in the file "
      + "'LOG.index' beside the log, which you may delete at any time. Needs the app's stores. Ends with 1 if there is "
      + "no change.",
  ]

  let path = Parameter.argument(
    "PATH", .place, "The path in the state of STEP; it may have no value there.")
  let last = Parameter.option(
    "last", value: "N", .count, "Only the last N changes up to STEP.")
  var parameters: [any ParameterDeclaration] { [path, LogParameters.step, last] }
  let examples = [
    Example("history cart.total", "how the total got its value"),
    Example("history cart.total --last 1", "the action that last set the total"),
  ]

  /// Shows the changes. Throws ``CommandFailure/neverChanged(_:)`` if there are none.
  func answer(_ arguments: ParsedArguments, in context: any CallContext) throws {
    let (console, path) = (context.console, arguments[path])
    let request = HistoryRequest(
      of: path, at: try arguments.step(in: context), limit: arguments[last])
    let line = try context.actionLine(upTo: context.source.lastStep)
    var isFound = false
    _ = try context.ask(request) { seen in
      isFound = true
      let json: JSON = ["step": seen.step, "type": seen.type?.name, "change": seen.json]
      try console.show(json) {
        let lead =
          context.margin(of: seen.step) + line.lead(of: seen.step, seen.type, seen.offset) + "  "
        let room = console.watchesOutput ? console.width - lead.columns : .max
        try console.printEntry("\(lead)\(seen.text.line(within: room))")
      }
      // Many changes take long, and a store may crash at the next one.
      if console.linesLeft == nil { try console.flush() }
    }
    if !isFound { throw CommandFailure.neverChanged(path) }
  }
}
