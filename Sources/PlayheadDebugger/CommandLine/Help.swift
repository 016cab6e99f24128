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
