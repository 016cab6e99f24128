import PlayheadReading
import PlayheadLog

/// Random steps of a log, the same in every run.
struct RandomSteps: Sequence, IteratorProtocol {
  private var left: Int
  private let last: UInt64
  private var generator = SeededGenerator()

  init(_ log: any ActionSource, _ count: Int) {
    (left, last) = (count, log.lastStep.number)
  }

  mutating func next() -> Step? {
    guard left > 0 else { return nil }
    left -= 1
    return Step(UInt64.random(in: 0...last, using: &generator))
  }
}

/// Generates the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Marsaglia's xorshift64*.
  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
