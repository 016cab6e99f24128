import PlayheadLog

/// `break`: where to stop.
struct BreakVerb: Verb {
  let name = "break"
  let aliases = ["b"]
  let summary = "Makes 'continue' stop at actions of a type; alone, lists where it stops."
  let type = Parameter.optionalArgument(
    "TYPE", .text, "The type of the actions; without it, the breakpoints are listed.")
  let word = Parameter.optionalArgument("if", .text, "Only where a condition holds.")
  let condition = Parameter.optionalArgument("EXPR", .text, "The condition.")
  var parameters: [any ParameterDeclaration] { [type, word, condition] }
  let wordKinds = [WordKind.actionType]
  let examples = [
    Example("break Like", "stop at every 'Like'"), Example("break", "where it stops"),
  ]

  /// What comes behind `if` is one word, whatever is in it; without a type in front of it there is an
  /// empty one.
  func words(of text: Substring) -> [String] {
    guard let word = text.firstRange(of: /\sif(\s|$)/) else { return LineWords.split(text) }
    let condition = text[word.upperBound...].drop(while: \.isWhitespace)
    let type = LineWords.split(text[..<word.lowerBound])
    return (type.isEmpty ? [""] : type) + ["--", "if", String(condition)]
  }

  func run(_ given: Given, in session: DebugSession) throws {
    guard let name = given[type] else { return try list(given, session) }
    if let word = given[word], word != "if" { throw UsageError.Fact.unexpected(word) }
    if !name.isEmpty { _ = try session.log.checked([name], for: type.shape.name) }
    if given[condition] != nil { throw DebugError.conditions }
    let breakpoint = session.breakpoints.add(type: name)
    try given.wantsJSON
      ? session.console.print(breakpoint.json) : session.console.print("\(breakpoint)")
  }

  private func list(_ given: Given, _ session: DebugSession) throws {
    let all = session.breakpoints.all
    if given.wantsJSON { return try session.console.print(.array(all.map(\.json))) }
    if all.isEmpty { try session.console.print("no breakpoints; 'break TYPE' makes one") }
    for breakpoint in all { try session.console.print("\(breakpoint)") }
  }
}
