public import Foundation

/// The source of dates, UUIDs and random numbers.
///
/// Stores draw values through their ``Context``, so that a replay can repeat them.
public struct SystemInputs: Sendable {
  /// The current date.
  package var now: @Sendable () -> Date
  /// A new UUID.
  package var uuid: @Sendable () -> UUID
  /// 64 random bits.
  package var random: @Sendable () -> UInt64

  /// Inputs from three functions.
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
  /// The same values in the same order on every run, for tests.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random numbers and UUIDs.
  ///   - start: The first date.
  ///   - tick: The seconds between one date and the next.
  public static func seeded(
    _ seed: UInt64 = 0, from start: Date = Date(timeIntervalSince1970: 1_000_000_000),
    tick: TimeInterval = 0
  ) -> SystemInputs {
    let generator = Guarded(SplitMix64(seed: seed))
    let looks = Guarded(0)
    return SystemInputs(
      now: {
        looks.withLock { looks in
          defer { looks += 1 }
          return start.addingTimeInterval(tick * TimeInterval(looks))
        }
      },
      uuid: { generator.withLock { UUID(randomBits: $0.next(), $0.next()) } },
      random: { generator.withLock { $0.next() } })
  }
}

extension UUID {
  /// A UUID of these bits, marked as random: version 4, variant 1 of RFC 9562.
  fileprivate init(randomBits high: UInt64, _ low: UInt64) {
    let bits = ((high & ~0xF000) | 0x4000, (low & ~(3 << 62)) | (2 << 62))
    let bytes = (bits.0.bigEndian, bits.1.bigEndian)
    self.init(uuid: withUnsafeBytes(of: bytes) { $0.loadUnaligned(as: uuid_t.self) })
  }
}

/// A generator that depends only on its seed; not for secrets. Sebastiano Vigna's SplitMix64, which takes any
/// seed.
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
