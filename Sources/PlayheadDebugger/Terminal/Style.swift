/// How a piece of text stands out on a terminal.
package enum Style: String, Sendable {
  /// What matters most.
  case bold = "1"
  /// What may be skipped.
  case dim = "2"
  /// What is wrong or taken away.
  case red = "31"
  /// What is right or new.
  case green = "32"
  /// What deserves care.
  case yellow = "33"
  /// Names.
  case cyan = "36"
}

enum Escape {
  static let eraseToEndOfLine = "\u{1B}[K"
  static let reset = "\u{1B}[0m"
  static func begin(_ style: Style) -> String { "\u{1B}[\(style.rawValue)m" }
}

extension Console {
  /// `text` in `style` where standard output may be coloured, else `text`.
  package func styled(_ text: String, _ style: Style?) -> String {
    guard usesColor, let style, !text.isEmpty else { return text }
    return Escape.begin(style) + text + Escape.reset
  }
}
