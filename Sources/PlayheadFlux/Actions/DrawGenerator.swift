/// The random numbers of a ``Context``; each is a draw.
public struct DrawGenerator: RandomNumberGenerator {
  let context: Context

  /// The next 64 bits.
  public mutating func next() -> UInt64 { context.randomBits() }
}
