/// The help, generated from the commands' declarations. No line is wider than 80 columns, because every
/// terminal has 80.
enum Help {
  static let width = 80
  /// A wider term gets its own line, so that its meaning has room.
  private static let widestTerm = 22

  /// A command's help page. `tool` is the word before the command's name; `nil` in the REPL.
  static func page(
    for command: any DeclaredCommand, of tool: String?, closing: String? = nil
  ) -> String {
    let specs = (command.parameters + CommonParameters.declarations).map(\.spec)
    let positional = specs.filter { !$0.isNamed }
    let examples = command.examples.flatMap { lines(of: $0, tool) }
    return sections(
      [usage(of: command, tool), wrapped(command.summary)] + command.details.map(wrapped) + [
        titled("arguments", positional.map { ($0.name, $0.help) }),
        titled("options", specs.filter(\.isNamed).map { (optionTerm($0), $0.help) }),
        titled("examples", lines: examples),
        closing.map { [$0] } ?? [],
      ])
  }

  /// A page without a command.
  static func page(for topic: HelpTopic) -> String {
    sections([wrapped(topic.summary), definitions(topic.entries)])
  }

  /// A command's help as JSON.
  static func json(of command: any DeclaredCommand, of tool: String?) -> JSON {
    [
      "name": command.name, "summary": command.summary,
      "usage": usageWords(of: command, tool).joined(separator: " "),
    ]
  }

  private static func usageWords(of command: any DeclaredCommand, _ tool: String?) -> [String] {
    let specs = command.parameters.map(\.spec) + [CommonParameters.json.spec]
    return [tool, command.name].compactMap(\.self) + specs.map(\.usage)
  }

  private static func usage(of command: any DeclaredCommand, _ tool: String?) -> [String] {
    let head = ["usage:", tool, command.name].compactMap(\.self).joined(separator: " ")
    return Wrapping.lines(
      of: ["usage:"] + usageWords(of: command, tool), width: width, indent: head.count + 1)
  }

  private static func lines(of example: Example, _ tool: String?) -> [String] {
    ["  " + [tool, example.words].compactMap(\.self).joined(separator: " ")]
      + Wrapping.lines(of: example.meaning, width: width - 6).map { "      \($0)" }
  }

  // MARK: Layout

  /// A term of the list of options: `-o, --output LOG`.
  static func optionTerm(_ spec: ParameterSpec) -> String {
    let short = spec.names.count > 1 ? "\(spec.names[0]), " : "    "
    return short + spec.label
  }

  static func wrapped(_ text: String) -> [String] {
    Wrapping.lines(of: text, width: width)
  }

  /// Terms and their meanings under a title. Empty if there are no terms.
  static func titled(
    _ title: String, _ entries: [(term: String, meaning: String)]
  ) -> [String] {
    titled(title, lines: definitions(entries))
  }

  private static func titled(_ title: String, lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["\(title):"] + lines
  }

  /// Terms in one column and their meanings in another.
  private static func definitions(_ entries: [(term: String, meaning: String)]) -> [String] {
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

  /// Separates sections with an empty line.
  static func sections(_ parts: [[String]]) -> String {
    parts.filter { !$0.isEmpty }.map { $0.map { $0 + "\n" }.joined() }.joined(separator: "\n")
  }
}
