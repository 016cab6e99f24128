import PlayheadCoding

extension StringProtocol {
  /// The text in double quotes, escaped as in Swift, on one line, and safe to send to a terminal.
  var quoted: String {
    "\"" + escaped + "\""
  }

  /// The text escaped as in Swift, without quotes.
  var escaped: String {
    guard unicodeScalars.contains(where: \.needsEscape) else { return String(self) }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0": text += "\\0"
      case _ where scalar.needsEscape: text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Whether the text can be a name without quotes, here and in Swift.
  var isIdentifier: Bool {
    guard let first = unicodeScalars.first, first.startsIdentifier else { return false }
    return unicodeScalars.dropFirst().allSatisfy(\.continuesIdentifier)
  }
}

extension Unicode.Scalar {
  var startsIdentifier: Bool { self == "_" || properties.isXIDStart }
  var continuesIdentifier: Bool { properties.isXIDContinue }

  /// Quotes, backslashes, and characters that break lines, control a terminal or reverse text.
  fileprivate var needsEscape: Bool {
    value == 0x22 || value == 0x5C || steersTerminals
  }
}

extension BinaryInteger {
  /// The number with a comma after every three digits: `104,000`.
  package var grouped: String {
    let digits = Array(String(magnitude))
    var text = self < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}

extension String {
  /// The text as ``visible``, with its line breaks: for texts whose lines the program made itself.
  package var visibleLines: String { escaping { $0.steersTerminals && $0 != "\n" } }

  /// A message of several lines, with control characters escaped and long lines cut.
  package var printable: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.count > 2_000 ? "\(String($0.prefix(2_000)).visible)…" : String($0).visible }
      .joined(separator: "\n")
  }

  /// JSON with escapes for characters that control terminals; they only occur in texts.
  package var visibleJSON: String {
    escaping({ $0.steersTerminals && $0 != "\n" }) { String($0).utf16.map(\.inJSON).joined() }
  }
}

extension UInt16 {
  /// A unit of UTF-16 as JSON escapes it: `\u000a`.
  var inJSON: String {
    let digits = String(self, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
