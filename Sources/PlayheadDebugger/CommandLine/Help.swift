/// The help, generated from the commands' declarations.
struct Help {
  /// Longer lines are hard to read.
  private static let usualWidth = 80

  /// The number of columns. Only examples may be wider, so that you can copy them.
  private let width: Int
  /// A wider term gets its own line, so that its meaning has room.
  private var widestTerm: Int { min(22, width / 3) }

  init(for console: Console) { width = min(console.width, Self.usualWidth) }

  /// A command's help page. `tool` is the word before the command's name; `nil` in the REPL.
  func page(
    for command: any DeclaredCommand, of tool: String?, closing: String? = nil
  ) -> String {
    let specs = (command.parameters + CommonParameters.declarations).map(\.spec)
    let positional = specs.filter { !$0.isNamed }
    let examples = command.examples.flatMap { lines(of: $0, tool) }
    return Self.sections(
      [usage(of: command, tool), wrapped(command.summary)] + command.details.map(wrapped) + [
        titled("arguments", positional.map { ($0.name, $0.help) }),
        titled("options", specs.filter(\.isNamed).map { (Self.optionTerm($0), $0.help) }),
        titled("examples", lines: examples),
        closing.map { [$0] } ?? [],
      ])
  }

  /// A page without a command.
  func page(for topic: HelpTopic) -> String {
    Self.sections([wrapped(topic.summary), definitions(topic.entries)])
  }

  fileprivate static func usageWords(of command: any DeclaredCommand, _ tool: String?) -> [String] {
    let specs = command.parameters.map(\.spec) + [CommonParameters.json.spec]
    return [tool, command.name].compactMap(\.self) + specs.map(\.usage)
  }

  private func usage(of command: any DeclaredCommand, _ tool: String?) -> [String] {
    let head = ["usage:", tool, command.name].compactMap(\.self).joined(separator: " ")
    let indent = width < Self.usualWidth ? 2 : head.count + 1
    return Wrapping.lines(
      of: ["usage:"] + Self.usageWords(of: command, tool), width: width, indent: indent)
  }

  private func lines(of example: Example, _ tool: String?) -> [String] {
    ["  " + [tool, example.words].compactMap(\.self).joined(separator: " ")]
      + Wrapping.lines(of: example.meaning, width: width - 6).map { "      \($0)" }
  }

  // MARK: Layout

  /// A term of the list of options: `-o, --output LOG`.
  static func optionTerm(_ spec: ParameterSpec) -> String {
    let short = spec.names.count > 1 ? "\(spec.names[0]), " : "    "
    return short + spec.label
  }

  func wrapped(_ text: String) -> [String] {
    Wrapping.lines(of: text, width: width)
  }

  /// Terms and their meanings under a title. Empty if there are no terms.
  func titled(
    _ title: String, _ entries: [(term: String, meaning: String)]
  ) -> [String] {
    titled(title, lines: definitions(entries))
  }

  private func titled(_ title: String, lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["\(title):"] + lines
  }

  /// Terms in one column and their meanings in another.
  private func definitions(_ entries: [(term: String, meaning: String)]) -> [String] {
    let terms = entries.map(\.term.count).filter { $0 <= widestTerm }
    let column = 2 + (terms.max() ?? 0) + 2
    return entries.flatMap { definition($0.term, $0.meaning, column: column) }
  }

  private func definition(_ term: String, _ meaning: String, column: Int) -> [String] {
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

/// A command's help as JSON.
struct HelpAnswer: Encodable {
  let name: String
  let summary: String
  let usage: String

  init(_ command: any DeclaredCommand, of tool: String?) {
    (name, summary) = (command.name, command.summary)
    usage = Help.usageWords(of: command, tool).joined(separator: " ")
  }
}
