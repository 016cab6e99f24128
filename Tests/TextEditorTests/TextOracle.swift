import PlayheadFlux
import TextEditor

/// The same text as plainly as it can be held and counted; what `TextBuffer` is compared with.
struct TextOracle {
  var scalars: [Unicode.Scalar] = []

  var string: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  var newlines: Int { scalars.count { $0 == "\n" } }

  var words: Int { scalars.split { $0.properties.isWhitespace }.count }

  mutating func replace(at position: Int, count: Int, with text: String) -> String {
    var removed = String.UnicodeScalarView()
    removed.append(contentsOf: scalars[position..<position + count])
    scalars.replaceSubrange(position..<position + count, with: text.unicodeScalars)
    return String(removed)
  }

  /// Whether a buffer holds and counts the same.
  func agrees(with buffer: TextBuffer) -> Bool {
    buffer.string.utf8.elementsEqual(string.utf8)
      && buffer.scalarCount == scalars.count
      && buffer.measure.bytes == string.utf8.count
      && buffer.measure.newlines == newlines
      && buffer.measure.words == words
  }
}

/// The same numbers in every run, so that a failure can be looked at again.
typealias SeededGenerator = SplitMix64

extension SplitMix64 {
  /// Text of up to `limit` scalars of one to four bytes, some of them white space.
  mutating func text(upTo limit: Int) -> String {
    let alphabet = Array("ab é\n€\t😀\u{2028}z\u{301}\r".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...limit, using: &self) {
      text.append(alphabet[Int.random(in: alphabet.indices, using: &self)])
    }
    return String(text)
  }
}
