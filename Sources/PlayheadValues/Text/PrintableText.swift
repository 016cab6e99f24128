import PlayheadCoding

extension String {
  /// The text as ``visible``, with the ends of its lines as they are: for texts whose lines the program made itself.
  package var visibleLines: String { escaping { $0.steersTerminals && $0 != "\n" } }

  /// A message of several lines, with control characters as escapes and no line longer than a person
  /// reads: names and lines from elsewhere are part of it.
  package var printable: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.count > 2_000 ? "\(String($0.prefix(2_000)).visible)…" : String($0).visible }
      .joined(separator: "\n")
  }

  /// JSON with those of its characters as escapes of JSON that steer terminals; all of them are in texts.
  package var visibleJSON: String {
    escaping({ $0.steersTerminals && $0 != "\n" }) { scalar in
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }
}
