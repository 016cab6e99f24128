extension String {
  /// The text on one line, with control characters as visible symbols, so that a terminal does not obey them.
  package var printable: String {
    var output = UnicodeScalarView()
    for scalar in unicodeScalars { output.append(scalar.printable) }
    return String(output)
  }

  /// The text, filled up with blanks to `width` characters.
  package func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}

extension Unicode.Scalar {
  fileprivate var printable: Unicode.Scalar {
    switch value {
    // The block Control Pictures has them in the same order, from U+2400 on.
    case 0..<0x20: Unicode.Scalar(0x2400 + value) ?? self
    case 0x7F: "\u{2421}"
    // Second set of controls, line separators, and marks that reorder text: there are no pictures for them.
    case 0x80..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: "\u{FFFD}"
    default: self
    }
  }
}
