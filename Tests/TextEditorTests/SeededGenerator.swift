/// SplitMix64: the same numbers in every run, so that a failure can be looked at again.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

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
