import PlayheadInspector
import PlayheadLog
import PlayheadValues

struct DisplayREPLCommand: REPLCommand {
  let name = "display"
  let summary = "Shows a value now and after each move; without a path, shows all of these values."
  let path = Parameter.optionalArgument(
    "PATH", .place, "The path; without a path, shows all displayed values.")
  let examples = [
    Example("display cart.total", "the total, after each 'step' or 'continue'"),
    Example("display", "all of these values"),
  ]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    if session.missingStores != nil { throw DebugError.storesMissing(command: name) }
    if let path = arguments[path] {
      _ = try session.ask(WatchRequest(path, at: session.position))
      if !session.displays.contains(path) { session.displays.append(path) }
    }
    let shown = try session.displayed(arguments[path].map { [$0] } ?? session.displays)
    try session.console.show(shown) {
      if shown.isEmpty {
        try session.console.printSentence("nothing is displayed; 'display PATH' adds a value")
      }
      for value in shown { try session.console.print("\(value.line)") }
    }
  }
}

struct UndisplayREPLCommand: REPLCommand {
  let name = "undisplay"
  let summary = "Stops showing a value after each move, or all of them."
  let path = Parameter.optionalArgument("PATH", .place, "The path; by default, all of them.")
  let examples = [Example("undisplay cart.total", "not this one"), Example("undisplay", "none")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let gone = session.displays.filter { arguments[path] == nil || arguments[path] == $0 }
    if let path = arguments[path], gone.isEmpty {
      throw DebugError.notDisplayed(path, session.displays)
    }
    session.displays.removeAll(where: gone.contains)
    try session.console.show(UndisplayAnswer(undisplayed: gone)) {
      if gone.isEmpty { try session.console.print("nothing is displayed") }
      for path in gone { try session.console.print("'\(path.placeName)' is no longer displayed") }
    }
  }
}

private struct UndisplayAnswer: Encodable {
  let undisplayed: [StatePath]
}

struct DisplayedValue: Encodable {
  let path: StatePath
  let value: Value?

  var line: String {
    "\(path.placeName) = \(value.map { $0.swiftText(options: .inLine) } ?? "nothing")"
  }
}

extension DebugSession {
  func displayed(_ paths: [StatePath]) throws -> [DisplayedValue] {
    try paths.map { path in
      do {
        let value = try ifKnown { try ask(StateRequest(of: position, at: path)).value }
        return DisplayedValue(path: path, value: value)
      } catch InspectorError.nothing {
        return DisplayedValue(path: path, value: nil)
      }
    }
  }
}

struct FindREPLCommand: REPLCommand {
  let name = "find"
  let summary = "Finds a key or a value anywhere in the state."
  let details = [
    "Finds names, keys and strings that contain the text, and other values that are written so. Upper and lower case "
      + "differ. 'log 0.. --contains TEXT' lists the actions that changed such places."
  ]
  let text = Parameter.argument("TEXT", .text, "The text; it may have spaces.")
  let examples = [
    Example("find A-7", "where the state has this article"), Example("find true", "what is true"),
  ]

  /// Everything but the options is one word.
  func words(of text: Substring) -> [String] {
    let words = LineWords.splitUnquoted(text)
    let options = words.filter { $0 == "--json" || CommonParameters.help.spec.names.contains($0) }
    let rest = words.filter { !options.contains($0) }
    return rest.isEmpty ? options : options + ["--", rest.joined(separator: " ")]
  }

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let text = arguments[text]
    let options = PrintOptions.inLine
    var isFound = false
    _ = try session.ask(FindRequest(text, in: session.position)) { part in
      isFound = true
      try session.console.show(part) {
        let value = part.value.swiftText(options: options)
        try session.console.printEntry(StyledText("\(part.path)", .cyan) + ": \(value)")
      }
    }
    guard isFound else { throw DebugError.notFound(text, session.position) }
  }
}

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
    guard let action = try session.currentAction() else {
      throw InspectorError.isFirst(session.position)
    }
    let sources = session.console.terminal.programFile.flatMap { try? BuiltProgram(file: $0) }
      .map { PackageSources(of: $0.package) }
    let found = try session.ask(HandlersRequest(of: session.position))
    let handlers = found.map { handler in
      var handler = handler
      handler.place = sources?.path(of: handler.place) ?? handler.place
      return handler
    }
    let lines: PackageSources.Lines =
      sources?.lines(with: action.type.name, handledAt: found.map(\.place)) ?? ([], [])
    let console = session.console
    let answer = ListAnswer(
      type: action.type.name, makers: lines.makers, matches: lines.matches, handlers: handlers)
    try console.show(answer) {
      var table = Table([.left, .left])
      for handler in handlers { table.add(["\(handler.store)", "\(handler.place)"]) }
      for match in lines.matches { table.add(["matched by", "\(match)"]) }
      for maker in lines.makers { table.add(["made by", "\(maker)"]) }
      if handlers.isEmpty { try console.print("no store handles '\(action.type.name)'") }
      try console.print(table)
    }
  }
}

private struct ListAnswer: Encodable {
  let type: String
  let makers: [String]
  let matches: [String]
  let handlers: [HandlersRequest.Handler]
}
