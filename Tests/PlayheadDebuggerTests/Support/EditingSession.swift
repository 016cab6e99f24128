import Foundation
import PlayheadFlux

/// A small editing trace, the same on every run: insertions, deletions, replacements, and text from
/// all over Unicode.
enum EditingSession {
  /// The trace as its file has it.
  static func trace(actions: Int) throws -> Data {
    var generator = SplitMix64(seed: 42)
    var scalars: [Unicode.Scalar] = []
    var transactions: [[String: Any]] = []
    for number in 0..<actions {
      let position = Int.random(in: 0...scalars.count, using: &generator)
      let deleted = Int.random(in: 0...min(scalars.count - position, 5), using: &generator)
      let inserted = pieces[Int.random(in: pieces.indices, using: &generator)]
      scalars.replaceSubrange(position..<position + deleted, with: inserted.unicodeScalars)
      let time = String(format: "2024-05-06T07:%02d:%02d.250Z", number / 60 % 60, number % 60)
      let patch: [Any] = [position, deleted, inserted]
      transactions.append(["time": time, "patches": [patch]])
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    let trace: [String: Any] = [
      "startContent": "", "endContent": String(text), "txns": transactions,
    ]
    return try JSONSerialization.data(withJSONObject: trace, options: .sortedKeys)
  }

  private static let pieces = [
    "a", "Hello, ", "\n", "", "e\u{301}", "👩‍👩‍👧", "\"quoted\\\"", "\u{1B}[31m", "~/path/~1",
    "a longer run of text that is put in at once", "日本語", "\t", "\u{2028}",
  ]
}
