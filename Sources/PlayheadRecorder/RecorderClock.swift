public import PlayheadLog
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a recorder gets the time from.
public protocol RecorderClock: Sendable {
  /// The present moment by both clocks, in nanoseconds.
  var now: Moment { get }

  /// The monotonic clock alone, in nanoseconds.
  var monotonic: Int64 { get }
}

/// The device's clocks.
public struct SystemClock: RecorderClock {
  private let origin: Int64

  /// A clock whose monotonic time begins now.
  public init() {
    origin = Self.read(Self.awake)
  }

  /// The present moment.
  public var now: Moment { Moment(monotonic: monotonic, wall: Self.read(CLOCK_REALTIME)) }

  /// Nanoseconds since the clock was made; stands still while the device sleeps.
  public var monotonic: Int64 { Self.read(Self.awake) - origin }

  /// The clock that stands still while the device sleeps: Darwin's of the name `MONOTONIC` does not.
  private static var awake: clockid_t {
    #if canImport(Darwin)
      CLOCK_UPTIME_RAW
    #else
      CLOCK_MONOTONIC
    #endif
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// A clock that stands still until it is set: for tests, and for recordings of scripts that bring
/// times of their own.
public final class ManualClock: RecorderClock {
  private let time: Mutex<Moment>

  /// A clock that stands at `moment`.
  public init(_ moment: Moment = Moment(monotonic: 0, wall: 0)) {
    time = Mutex(moment)
  }

  /// What it was set to.
  public var now: Moment { time.withLock { $0 } }

  /// What it was set to.
  public var monotonic: Int64 { now.monotonic }

  /// Lets `nanoseconds` pass by both clocks.
  public func advance(by nanoseconds: Int64) {
    time.withLock {
      $0.monotonic += nanoseconds
      $0.wall += nanoseconds
    }
  }

  /// Sets the wall clock, in nanoseconds since 1970. The monotonic clock follows it forwards, and
  /// stands still where it goes back or leaves the epoch, which is where clocks stand that were
  /// never set.
  public func set(wall: Int64) {
    time.withLock {
      // A leap of more than 292 years is no time that passed.
      let (passed, isLeap) = wall.subtractingReportingOverflow($0.wall)
      if passed > 0, !isLeap, $0.wall != 0 { $0.monotonic &+= passed }
      $0.wall = wall
    }
  }
}
