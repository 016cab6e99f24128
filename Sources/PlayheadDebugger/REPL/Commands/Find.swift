import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// `find`: searches the current state for a text.
struct FindREPLCommand: REPLCommand {
  let name = "find"
  let summary = "Finds a key or a value anywhere in the state."
  let details = [
    "Finds names, keys and strings that contain the text, and other values that are written so. Upper and lower case "
      + "differ. 'log 0.. --contains TEXT' lists the actions that changed such places."
  ]
  let text = Parameter.argument("TEXT", .text, "The text; it may have spaces.")
  var parameters: [any ParameterDeclaration] { [text] }
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
      try session.console.show(["path": part.path, "value": part.value]) {
        let value = part.value.swiftText(options: options)
        try session.console.printEntry(StyledText("\(part.path)", .cyan) + ": \(value)")
      }
    }
    guard isFound else { throw DebugError.notFound(text, session.position) }
  }
}
