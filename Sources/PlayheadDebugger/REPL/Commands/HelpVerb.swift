/// `help`: how the commands are used.
struct HelpVerb: Verb {
  let name = "help"
  let aliases = ["?"]
  let summary = "Lists the commands, or shows how one is used."
  let word = Parameter.optionalArgument(
    "COMMAND", .text, "The command, or 'steps'; without it, the list.")
  var parameters: [any ParameterDeclaration] { [word] }
  let wordKinds = [WordKind.command]
  let examples = [
    Example("help goto", "how 'goto' is used"), Example("help steps", "how steps are written"),
  ]

  func run(_ given: Given, in session: DebugSession) throws {
    try session.console.show(json(given[word])) {
      switch given[word] {
      case nil: try VerbHelp.show(.overview, on: session.console)
      case HelpTopic.steps.name?: try VerbHelp.show(.steps, on: session.console)
      case let word?: try VerbHelp.show(.verb(Verbs.named(word)), on: session.console)
      }
    }
  }

  private func json(_ word: String?) throws -> JSON {
    let verbs = try word.map { [try Verbs.named($0)] } ?? Verbs.all
    return .array(
      verbs.map { verb in
        [
          "name": .string(verb.name), "summary": .string(verb.summary),
          "usage": .string(VerbHelp.usageWords(of: verb).joined(separator: " ")),
        ]
      })
  }
}
