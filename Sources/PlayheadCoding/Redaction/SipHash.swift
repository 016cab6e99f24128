/// SipHash-2-4 with 64 bits of output: a keyed hash. Without the key, a hash reveals neither the input nor
/// the hash of another input. (Aumasson and Bernstein, 2012.)
enum SipHash {
  static func hash64(_ bytes: UnsafeRawBufferPointer, key: RedactionKey) -> UInt64 {
    var state = State(key)
    let whole = bytes.count & ~7
    for start in stride(from: 0, to: whole, by: 8) {
      state.absorb(
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
    }
    // The last word has the remaining bytes, and the length in its highest byte.
    var last = UInt64(truncatingIfNeeded: bytes.count) << 56
    for (place, byte) in bytes[whole...].enumerated() { last |= UInt64(byte) << (8 * place) }
    state.absorb(last)
    return state.finish()
  }

  private struct State {
    var v0: UInt64
    var v1: UInt64
    var v2: UInt64
    var v3: UInt64

    /// The constants spell "somepseudorandomlygeneratedbytes".
    init(_ key: RedactionKey) {
      v0 = key.low ^ 0x736f_6d65_7073_6575
      v1 = key.high ^ 0x646f_7261_6e64_6f6d
      v2 = key.low ^ 0x6c79_6765_6e65_7261
      v3 = key.high ^ 0x7465_6462_7974_6573
    }

    mutating func absorb(_ word: UInt64) {
      v3 ^= word
      for _ in 0..<2 { mix() }
      v0 ^= word
    }

    mutating func finish() -> UInt64 {
      v2 ^= 0xff
      for _ in 0..<4 { mix() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func mix() {
      v0 &+= v1
      v1 = rotated(v1, 13) ^ v0
      v0 = rotated(v0, 32)
      v2 &+= v3
      v3 = rotated(v3, 16) ^ v2
      v0 &+= v3
      v3 = rotated(v3, 21) ^ v0
      v2 &+= v1
      v1 = rotated(v1, 17) ^ v2
      v2 = rotated(v2, 32)
    }

    private func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
      word << count | word >> (64 - count)
    }
  }
}
