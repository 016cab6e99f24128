extension StringProtocol {
  /// The columns that the text takes on a terminal: two for a wide character, such as `漢` or `🙂`.
  package var columns: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columns }
  }

  /// The beginning of the text that takes at most `limit` columns.
  package func prefix(columns limit: Int) -> SubSequence {
    var left = limit
    return prefix { character in
      left -= character.columns
      return left >= 0
    }
  }
}

extension Character {
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first, first.value >= 0x300 else { return 1 }
    if first.isWide || unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }
}

extension Unicode.Scalar {
  /// The scripts that Unicode lists as wide (`EastAsianWidth.txt`, W and F). Emoji have a property.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD,
  ]

  fileprivate var isWide: Bool {
    value >= 0x1100
      && (Self.wide.contains { $0.contains(value) } || properties.isEmojiPresentation)
  }
}
