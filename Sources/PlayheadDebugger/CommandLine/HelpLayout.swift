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
