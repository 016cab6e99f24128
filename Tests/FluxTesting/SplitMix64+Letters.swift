package import PlayheadFlux

extension SplitMix64 {
  /// Letters that do not compress.
  package mutating func letters(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { letters in
      var bits: UInt64 = 0
      for place in 0..<count {
        // Ten letters of 64 kinds take 60 bits.
        if place % 10 == 0 { bits = next() }
        letters[place] = 48 + UInt8(bits & 63)
        bits >>= 6
      }
      return count
    }
  }
}
