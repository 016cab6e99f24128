import Foundation

/// A small editing trace, the same on every run: insertions, deletions, replacements, and text from
/// all over Unicode.
enum EditingSession {
  /// The trace as its file has it, and the text after each of its actions, by an oracle that edits
  /// arrays of scalars.
  static func make(actions: Int) throws -> (trace: Data, texts: [String]) {
    var random = Lehmer(state: 42)
    var scalars: [Unicode.Scalar] = []
    var texts = [""]
    var transactions: [[String: Any]] = []
    for number in 0..<actions {
      let position = random.below(scalars.count + 1)
      let deleted = random.below(min(scalars.count - position, 6) + 1)
      let inserted = pieces[random.below(pieces.count)]
      scalars.replaceSubrange(position..<position + deleted, with: inserted.unicodeScalars)
      texts.append(text(scalars))
      let time = String(format: "2024-05-06T07:%02d:%02d.250Z", number / 60 % 60, number % 60)
      let patch: [Any] = [position, deleted, inserted]
      transactions.append(["time": time, "patches": [patch]])
    }
    let trace: [String: Any] = [
      "startContent": "", "endContent": text(scalars), "txns": transactions,
    ]
    return (try JSONSerialization.data(withJSONObject: trace, options: .sortedKeys), texts)
  }

  private static let pieces = [
    "a", "Hello, ", "\n", "", "e\u{301}", "👩‍👩‍👧", "\"quoted\\\"", "\u{1B}[31m", "~/path/~1",
    "a longer run of text that is put in at once", "日本語", "\t", "\u{2028}",
  ]

  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

/// The minimal standard generator of Park and Miller.
struct Lehmer {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state * 48_271 % 2_147_483_647
    return Int(state % UInt64(limit))
  }
}
