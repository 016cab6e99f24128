/// What a line of a printed diff stands for.
enum DiffMark {
  case same, removed, added

  /// The line with its mark in front.
  func line(_ text: String, isColored: Bool) -> String {
    let line = sign + " " + text
    guard isColored, let color else { return line }
    return "\u{1B}[\(color)m\(line)\u{1B}[0m"
  }

  /// U+2212 is as wide as the plus, and no hyphen of the text.
  private var sign: String {
    switch self {
    case .same: " "
    case .removed: "−"
    case .added: "+"
    }
  }

  /// ANSI's red and green.
  private var color: Int? {
    switch self {
    case .same: nil
    case .removed: 31
    case .added: 32
    }
  }
}
