import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// `list`: shows where the source code handles and makes the action.
struct ListREPLCommand: REPLCommand {
  let name = "list"
  let summary =
    "Shows where the source handles the current action, and where it makes such actions."
  let details = [
    "A handler is shown by the file and line that added it to its store, the reducer of an app with its own store by "
      + "its entry. The lines that make the action, or match it in a 'switch', are found by searching for the type's "
      + "name in the sources of the program's package, where its module is imported."
  ]
  let examples = [Example("list", "the handlers of the current action")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    guard let action = try session.presentAction() else {
      throw InspectorError.isFirst(session.position)
    }
    let sources = session.console.terminal.programFile.flatMap { try? BuiltProgram(file: $0) }
      .map { PackageSources(of: $0.package) }
    let found = try session.ask(HandlersRequest(of: session.position))
    let handlers = found.map { ($0.store, place: sources?.path(of: $0.place) ?? $0.place) }
    let lines =
      sources?.lines(with: action.type.name, handledAt: found.map(\.place))
      ?? PackageSources.Lines()
    let console = session.console
    let json: JSON = [
      "type": action.type.name, "makers": lines.makers, "matches": lines.matches,
      "handlers": handlers.map { ["store": $0, "place": $1] as JSON }.asJSON,
    ]
    try console.show(json) {
      var table = Table([.left, .left])
      for (store, place) in handlers { table.add(["\(store)", "\(place)"]) }
      for match in lines.matches { table.add(["matched by", "\(match)"]) }
      for maker in lines.makers { table.add(["made by", "\(maker)"]) }
      if handlers.isEmpty { try console.print("no store handles '\(action.type.name)'") }
      try console.print(table)
    }
  }
}
