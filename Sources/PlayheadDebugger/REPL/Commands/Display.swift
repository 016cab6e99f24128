import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `display`: shows values at each stop.
struct DisplayREPLCommand: REPLCommand {
  let name = "display"
  let summary = "Shows a value now and after each move; without a path, shows all of these values."
  let path = Parameter.optionalArgument(
    "PATH", .place, "The path; without a path, shows all displayed values.")
  var parameters: [any ParameterDeclaration] { [path] }
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
    try session.console.show(shown.map(\.json).asJSON) {
      if shown.isEmpty {
        try session.console.printSentence("nothing is displayed; 'display PATH' adds a value")
      }
      for value in shown { try session.console.print("\(value.line)") }
    }
  }
}

/// `undisplay`: undoes `display`.
struct UndisplayREPLCommand: REPLCommand {
  let name = "undisplay"
  let summary = "Stops showing a value after each move, or all of them."
  let path = Parameter.optionalArgument("PATH", .place, "The path; by default, all of them.")
  var parameters: [any ParameterDeclaration] { [path] }
  let examples = [Example("undisplay cart.total", "not this one"), Example("undisplay", "none")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let gone = session.displays.filter { arguments[path] == nil || arguments[path] == $0 }
    if let path = arguments[path], gone.isEmpty {
      throw DebugError.notDisplayed(path, session.displays)
    }
    session.displays.removeAll(where: gone.contains)
    try session.console.show(["undisplayed": gone.map(\.description).asJSON]) {
      if gone.isEmpty { try session.console.print("nothing is displayed") }
      for path in gone { try session.console.print("'\(path.placeName)' is no longer displayed") }
    }
  }
}

/// A value to show at each stop.
struct DisplayedValue {
  let path: StatePath
  /// `nil` if the path has no value.
  let value: Value?

  var line: String {
    "\(path.placeName) = \(value.map { $0.swiftText(options: .inLine) } ?? "nothing")"
  }

  var json: JSON { ["path": path.description, "value": value] }
}

extension DebugSession {
  /// The values at some paths in the current state.
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
