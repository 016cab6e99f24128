/// The pages of the help, generated from what the commands declare. No line is wider than 80
/// columns, the width that every terminal has.
struct Help {
  private static let width = 80
  /// Terms wider than this stand on a line of their own, so that they leave room for what they mean.
  private static let widestTerm = 22

  private let tool: CommandLineTool

  init(_ tool: CommandLineTool) {
    self.tool = tool
  }

  /// The list of the commands.
  var overview: String {
    let commands = tool.commands + [HelpCommand(tool: tool)]
    return sections([
      [tool.summary].flatMap(wrapped),
      ["usage: \(tool.name) COMMAND [ARGUMENTS]"],
      titled("commands", definitions(commands.map { ($0.name, $0.summary) })),
      titled("other pages", definitions(tool.topics.map { ($0.name, $0.summary) })),
      ["'\(tool.name) help COMMAND' shows how a command is used."],
    ])
  }

  /// How one command is used.
  func page(for command: any Command) -> String {
    let shapes = command.parameters.map(\.shape) + CommonParameters.declarations.map(\.shape)
    let positional = shapes.filter { !$0.isNamed }
    let named = shapes.filter(\.isNamed)
    var parts = [usage(of: command), wrapped(command.summary)]
    parts += command.details.map(wrapped)
    parts += [
      titled("arguments", definitions(positional.map { ($0.name, $0.help) })),
      titled("options", definitions(named.map { (optionTerm($0), $0.help) })),
      titled("examples", command.examples.flatMap(lines)),
    ]
    return sections(parts)
  }

  /// A page that belongs to no command.
  func page(for topic: HelpTopic) -> String {
    sections([wrapped(topic.summary), definitions(topic.entries)])
  }

  /// The words of the usage line, each of which stays on one line.
  func usageWords(of command: any Command) -> [String] {
    let shapes = command.parameters.map(\.shape) + [CommonParameters.json.shape]
    return [tool.name, command.name] + shapes.map(\.usage)
  }

  private func usage(of command: any Command) -> [String] {
    let words = usageWords(of: command)
    let indent = "usage: \(tool.name) \(command.name) ".count
    return Wrapping.lines(of: ["usage:"] + words, width: Self.width, indent: indent)
  }

  private func optionTerm(_ shape: ParameterShape) -> String {
    let short = shape.names.count > 1 ? "\(shape.names[0]), " : "    "
    return short + shape.label
  }

  private func lines(of example: Example) -> [String] {
    ["  \(tool.name) \(example.words)"]
      + Wrapping.lines(of: example.meaning, width: Self.width - 6).map { "      \($0)" }
  }

  private func definitions(_ entries: [(term: String, meaning: String)]) -> [String] {
    let terms = entries.map(\.term.count).filter { $0 <= Self.widestTerm }
    let column = 2 + (terms.max() ?? 0) + 2
    return entries.flatMap { definition($0.term, $0.meaning, column: column) }
  }

  private func definition(_ term: String, _ meaning: String, column: Int) -> [String] {
    let indent = String(repeating: " ", count: column)
    var lines = Wrapping.lines(of: meaning, width: Self.width - column).map { indent + $0 }
    let head = "  " + term
    guard head.count + 2 <= column, let first = lines.first else { return [head] + lines }
    lines[0] = head + first.dropFirst(head.count)
    return lines
  }

  private func wrapped(_ text: String) -> [String] {
    Wrapping.lines(of: text, width: Self.width)
  }

  private func titled(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["\(title):"] + lines
  }

  private func sections(_ parts: [[String]]) -> String {
    parts.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }
}
