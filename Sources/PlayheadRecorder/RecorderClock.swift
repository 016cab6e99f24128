import Foundation
package import PlayheadLog
import Synchronization

/// Where a recorder gets the time from.
package protocol RecorderClock: Sendable {
  /// The present moment by both clocks, in nanoseconds.
  var now: Moment { get }

  /// The monotonic clock alone, in nanoseconds.
  var monotonic: Int64 { get }
}

/// The device's clocks.
///
/// The wall clock is asked once a millisecond and goes on with the monotonic one in between: asking
/// both for every action would cost a twentieth of what recording it does.
package struct SystemClock: RecorderClock {
  private let origin: Int64
  private let wall = WallClock()

  /// A clock whose monotonic time begins now.
  package init() {
    origin = Self.read(Self.awake)
  }

  /// The present moment; a wall clock that was set is noticed within a millisecond.
  package var now: Moment {
    let now = monotonic
    return Moment(monotonic: now, wall: now &+ wall.offset(at: now))
  }

  /// Nanoseconds since the clock was made; stands still while the device sleeps.
  package var monotonic: Int64 { Self.read(Self.awake) - origin }

  /// The clock that stands still while the device sleeps: Darwin's of the name `MONOTONIC` does not.
  private static var awake: clockid_t {
    #if canImport(Darwin)
      CLOCK_UPTIME_RAW
    #else
      CLOCK_MONOTONIC
    #endif
  }

  fileprivate static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// How far the wall clock is from a monotonic one, remembered for a millisecond.
private final class WallClock: Sendable {
  private static let interval: Int64 = 1_000_000
  private let asked = Atomic<Int64>(.min)
  private let difference = Atomic<Int64>(0)

  func offset(at monotonic: Int64) -> Int64 {
    let since = monotonic &- asked.load(ordering: .acquiring)
    if since >= 0, since < Self.interval { return difference.load(ordering: .relaxed) }
    let offset = SystemClock.read(CLOCK_REALTIME) &- monotonic
    difference.store(offset, ordering: .relaxed)
    asked.store(monotonic, ordering: .releasing)
    return offset
  }
}
