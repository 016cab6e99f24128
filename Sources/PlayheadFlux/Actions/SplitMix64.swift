/// A small generator whose numbers depend on its seed alone; not for secrets.
///
/// Sebastiano Vigna's SplitMix64, chosen because one word of state makes any seed a good one.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that starts at `seed`.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    // The constants are the algorithm's: 2⁶⁴ divided by the golden ratio, and its two mixers.
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
