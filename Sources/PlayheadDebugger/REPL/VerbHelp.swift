import PlayheadValues

/// The help of the conversation, generated from what the commands declare.
enum VerbHelp {
  /// A page of the help.
  enum Page {
    case overview
    case verb(any Verb)
    case steps
  }

  static func show(_ page: Page, on console: Console) throws {
    let text =
      switch page {
      case .overview: overview
      case .verb(let verb): self.page(for: verb)
      case .steps: HelpLayout.page(for: .steps)
      }
    // Without the end of its last line, which 'print' writes.
    try console.print(StyledText(lines: String(text.dropLast())))
  }

  /// The list of the commands.
  private static var overview: String {
    let groups = Verbs.groups.map { group in
      HelpLayout.titled(
        group.title, HelpLayout.definitions(group.verbs.map { (term(of: $0), $0.summary) }))
    }
    return HelpLayout.sections(
      groups + [
        HelpLayout.wrapped(
          "An empty line says the last command once more, if that was one of \(repeatable). 'help "
            + "COMMAND' shows how a command is used, 'help steps' how steps are written.")
      ])
  }

  /// How one command is used.
  private static func page(for verb: any Verb) -> String {
    let shapes = verb.parameters.map(\.shape)
    let named = shapes.filter(\.isNamed) + [CommonParameters.json.shape]
    let others = verb.aliases.map { "'\($0)'" }.joined(separator: " or ")
    return HelpLayout.sections(
      [usage(of: verb, shapes), HelpLayout.wrapped(verb.summary)]
        + verb.details.map(HelpLayout.wrapped) + [
          HelpLayout.titled(
            "arguments",
            HelpLayout.definitions(shapes.filter { !$0.isNamed }.map { ($0.name, $0.help) })),
          HelpLayout.titled(
            "options",
            HelpLayout.definitions(named.map { (HelpLayout.optionTerm($0), $0.help) })),
          HelpLayout.titled("examples", verb.examples.flatMap { HelpLayout.lines(of: $0) }),
          others.isEmpty ? [] : ["\(others) means the same."],
        ])
  }

  /// How a command is called.
  static func usageWords(of verb: any Verb) -> [String] {
    [verb.name] + verb.parameters.map(\.shape.usage)
  }

  private static func usage(of verb: any Verb, _ shapes: [ParameterShape]) -> [String] {
    Wrapping.lines(
      of: ["usage:"] + usageWords(of: verb), width: HelpLayout.width,
      indent: "usage: \(verb.name) ".count)
  }

  private static func term(of verb: any Verb) -> String {
    verb.names.joined(separator: ", ")
  }

  private static var repeatable: String {
    Verbs.all.filter(\.isRepeatable).map { "'\($0.name)'" }.joined(separator: ", ")
  }
}
