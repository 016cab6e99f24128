extension String {
  /// The text with control characters written as escapes (`\n`, `\u{1B}`), on one line: what a log
  /// from elsewhere holds must not steer the terminal it is printed on.
  package var visible: String {
    guard unicodeScalars.contains(where: Self.isControl) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if Self.isControl(scalar) {
        text += scalar.escaped(asASCII: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// A message of several lines, with control characters as escapes and no line longer than a person
  /// reads: names and lines from elsewhere are part of it.
  package var printable: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.count > 2_000 ? "\(String($0.prefix(2_000)).visible)…" : String($0).visible }
      .joined(separator: "\n")
  }

  /// Control characters, the line and paragraph separators, and the marks that reorder text.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
