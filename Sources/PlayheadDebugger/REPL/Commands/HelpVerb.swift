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
    if given.wantsJSON { return try session.console.print(json(given[word])) }
    let page =
      switch given[word] {
      case nil: VerbHelp.overview
      case HelpTopic.steps.name?: HelpLayout.page(for: .steps)
      case let word?: VerbHelp.page(for: try Verbs.named(word))
      }
    // One line less than the page, which 'print' ends.
    try session.console.print(String(page.dropLast()))
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
