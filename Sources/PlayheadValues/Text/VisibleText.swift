extension String {
  /// The text with control characters escaped (`\n`, `\u{1B}`): a foreign log cannot control the terminal.
  package var visible: String { escaping { $0.steersTerminals } }

  /// The text with some scalars replaced by `escape`; printable ASCII is left as it is.
  package func escaping(
    _ isEscaped: (Unicode.Scalar) -> Bool,
    as escape: (Unicode.Scalar) -> String = { $0.escaped(asASCII: true) }
  ) -> String {
    // Most texts are printable ASCII, which is never escaped.
    if utf8.allSatisfy({ $0 &- 0x20 < 0x5F }) { return self }
    guard unicodeScalars.contains(where: isEscaped) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if isEscaped(scalar) {
        text += escape(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether a terminal may not simply show it: control characters, separators, and invisible or
  /// reordering marks. Joiners of letters and emoji are fine.
  package var steersTerminals: Bool {
    switch value {
    case 0x20..<0x7F: false
    case ..<0x20, 0x7F..<0xA0, 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0001:
      true
    default: false
    }
  }
}
