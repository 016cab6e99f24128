import PlayheadReplay
import PlayheadValues

/// `help`: how the tool and its commands are used.
struct HelpCommand: Command {
  let tool: CommandLineTool

  let name = "help"
  let summary = "Shows how a command is used."

  let word = Parameter.optionalArgument(
    "COMMAND", .text, "The command, or one of the other pages; without it, the list of both.")
  var parameters: [any ParameterDeclaration] { [word] }

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    switch console.form {
    case .json: for command in try commands(given[word]) { try console.print(json(command)) }
    case .text: try console.write(StyledText(lines: page(given[word])))
    }
    return .good
  }

  private var all: [any Command] { tool.commands + [self] }

  private func page(_ word: String?) throws -> String {
    let help = Help(tool)
    guard let word else { return help.overview }
    if let topic = tool.topics.first(where: { $0.name == word }) { return help.page(for: topic) }
    return try help.pages(for: commands(word))
  }

  private func commands(_ word: String?) throws -> [any Command] {
    guard let word else { return all }
    let matches = all.filter { $0.name == word || $0.nameWords.first == word }
    if !matches.isEmpty { return matches }
    let known = all.map(\.name) + tool.topics.map(\.name)
    let suggestion = Suggestion.closest(to: word, in: known)
    throw UsageError(.unknownCommand(word, suggestion: suggestion), tool: tool.name)
  }

  private func json(_ command: any Command) -> JSON {
    [
      "name": .string(command.name),
      "summary": .string(command.summary),
      "usage": .string(Help(tool).usageWords(of: command).joined(separator: " ")),
    ]
  }
}

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

/// The pages of the help, generated from what the commands declare.
struct Help {
  private let tool: CommandLineTool

  init(_ tool: CommandLineTool) {
    self.tool = tool
  }

  /// The list of the commands.
  var overview: String {
    let commands = tool.commands + [HelpCommand(tool: tool)]
    return HelpLayout.sections([
      HelpLayout.wrapped(tool.summary),
      [
        "usage: \(tool.name) \(ToolParameters.all.map { "[\($0.label)]" }.joined(separator: " ")) COMMAND [ARGUMENTS]"
      ],
      titled("options", ToolParameters.all.map { (HelpLayout.optionTerm($0), $0.help) }),
      titled("commands", commands.map { ($0.name, $0.summary) }),
      titled("other pages", tool.topics.map { ($0.name, $0.summary) }),
      ["'\(tool.name) help COMMAND' shows how a command is used."],
    ])
  }

  /// How one command is used.
  func page(for command: any Command) -> String {
    let shapes = command.parameters.map(\.shape) + CommonParameters.declarations.map(\.shape)
    let positional = shapes.filter { !$0.isNamed }
    let named = shapes.filter(\.isNamed)
    let examples = command.examples.flatMap { HelpLayout.lines(of: $0, tool: "\(tool.name) ") }
    return HelpLayout.sections(
      [usage(of: command), HelpLayout.wrapped(command.summary)]
        + command.details.map(HelpLayout.wrapped) + [
          titled("arguments", positional.map { ($0.name, $0.help) }),
          titled("options", named.map { (HelpLayout.optionTerm($0), $0.help) }),
          HelpLayout.titled("examples", examples),
        ])
  }

  /// How several commands are used.
  func pages(for commands: [any Command]) -> String {
    commands.map(page).joined(separator: "\n")
  }

  /// A page that belongs to no command.
  func page(for topic: HelpTopic) -> String { HelpLayout.page(for: topic) }

  /// The words of the usage line, each of which stays on one line.
  func usageWords(of command: any Command) -> [String] {
    let shapes = command.parameters.map(\.shape) + [CommonParameters.json.shape]
    return [tool.name, command.name] + shapes.map(\.usage)
  }

  private func usage(of command: any Command) -> [String] {
    let words = usageWords(of: command)
    let indent = "usage: \(tool.name) \(command.name) ".count
    return Wrapping.lines(of: ["usage:"] + words, width: HelpLayout.width, indent: indent)
  }

  private func titled(
    _ title: String, _ entries: [(term: String, meaning: String)]
  ) -> [String] {
    HelpLayout.titled(title, HelpLayout.definitions(entries))
  }
}

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

/// How the pages of a help are laid out. No line is wider than 80 columns, the width that every terminal
/// has.
enum HelpLayout {
  static let width = 80
  /// Terms wider than this stand on a line of their own, so that they leave room for what they mean.
  private static let widestTerm = 22

  /// A paragraph.
  static func wrapped(_ text: String) -> [String] {
    Wrapping.lines(of: text, width: width)
  }

  /// Terms in a column, and what they mean in another.
  static func definitions(_ entries: [(term: String, meaning: String)]) -> [String] {
    let terms = entries.map(\.term.count).filter { $0 <= widestTerm }
    let column = 2 + (terms.max() ?? 0) + 2
    return entries.flatMap { definition($0.term, $0.meaning, column: column) }
  }

  private static func definition(_ term: String, _ meaning: String, column: Int) -> [String] {
    let indent = String(repeating: " ", count: column)
    var lines = Wrapping.lines(of: meaning, width: width - column).map { indent + $0 }
    let head = "  " + term
    guard head.count + 2 <= column, let first = lines.first else { return [head] + lines }
    lines[0] = head + first.dropFirst(head.count)
    return lines
  }

  /// What options and arguments are called, in the column of their terms.
  static func optionTerm(_ shape: ParameterShape) -> String {
    let short = shape.names.count > 1 ? "\(shape.names[0]), " : "    "
    return short + shape.label
  }

  /// A call to learn from, under the name of the tool if it has one.
  static func lines(of example: Example, tool: String = "") -> [String] {
    ["  \(tool)\(example.words)"]
      + Wrapping.lines(of: example.meaning, width: width - 6).map { "      \($0)" }
  }

  static func titled(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["\(title):"] + lines
  }

  /// Sections with a line between them.
  static func sections(_ parts: [[String]]) -> String {
    parts.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }

  /// A page that belongs to no command.
  static func page(for topic: HelpTopic) -> String {
    sections([wrapped(topic.summary), definitions(topic.entries)])
  }
}
