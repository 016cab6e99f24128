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

  /// An environment of these three sources.
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
