import PlayheadFlux

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
