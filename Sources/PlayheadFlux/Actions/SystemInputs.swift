public import Foundation

/// Where dates, UUIDs and random numbers come from.
///
/// Stores take them through their ``Context``, so that a log can hand the same ones out again.
public struct SystemInputs: Sendable {
  /// The date of the moment.
  public var now: @Sendable () -> Date
  /// A new UUID.
  public var uuid: @Sendable () -> UUID
  /// 64 random bits.
  public var random: @Sendable () -> UInt64

  /// Inputs from these three sources.
  public init(
    now: @escaping @Sendable () -> Date,
    uuid: @escaping @Sendable () -> UUID,
    random: @escaping @Sendable () -> UInt64
  ) {
    self.now = now
    self.uuid = uuid
    self.random = random
  }

  /// The system's clock and random source.
  public static let live = SystemInputs(
    now: { Date() },
    uuid: { UUID() },
    random: { UInt64.random(in: .min ... .max) })
}

extension SystemInputs {
  /// The same values in the same order on every run: for tests.
  ///
  /// - Parameters:
  ///   - seed: Where the random numbers and UUIDs start.
  ///   - start: The first date.
  ///   - tick: How many seconds pass between one look at the clock and the next.
  public static func seeded(
    _ seed: UInt64 = 0, from start: Date = Date(timeIntervalSince1970: 1_000_000_000),
    tick: TimeInterval = 0
  ) -> SystemInputs {
    let source = SeededSource(seed: seed, start: start, tick: tick)
    return SystemInputs(now: source.now, uuid: source.uuid, random: source.random)
  }
}

private final class SeededSource: Sendable {
  private let generator: Guarded<SplitMix64>
  private let looks = Guarded(0)
  private let start: Date
  private let tick: TimeInterval

  init(seed: UInt64, start: Date, tick: TimeInterval) {
    generator = Guarded(SplitMix64(seed: seed))
    self.start = start
    self.tick = tick
  }

  @Sendable func now() -> Date {
    looks.withLock { looks in
      defer { looks += 1 }
      return start.addingTimeInterval(tick * TimeInterval(looks))
    }
  }

  @Sendable func random() -> UInt64 { generator.withLock { $0.next() } }

  @Sendable func uuid() -> UUID {
    let (high, low) = generator.withLock { ($0.next(), $0.next()) }
    return UUID(high: high, low: low)
  }
}

extension UUID {
  /// A UUID of these random bits, marked as random: version 4, variant 1 of RFC 9562.
  fileprivate init(high: UInt64, low: UInt64) {
    let high = (high & ~0xF000) | 0x4000
    let low = (low & ~(3 << 62)) | (2 << 62)
    func byte(_ word: UInt64, _ index: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
    }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
        byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
        byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}

/// A small generator whose numbers depend on its seed alone; not for secrets.
///
/// Sebastiano Vigna's SplitMix64, chosen because one word of state makes any seed a good one.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that starts at `seed`.
  package init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    // The constants are the algorithm's: 2⁶⁴ divided by the golden ratio, and its two mixers.
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
