package import PlayheadLog
import PlayheadRecorder
import Synchronization

/// A clock that stands still until it is set: for tests, and for scripts with times of their own.
package final class ManualClock: RecorderClock, Sendable {
  private let time: Mutex<Moment>

  /// A clock that stands at `moment`.
  package init(_ moment: Moment = Moment(monotonic: 0, wall: 0)) {
    time = Mutex(moment)
  }

  /// What it was set to.
  package var now: Moment { time.withLock { $0 } }

  /// What it was set to.
  package var monotonic: Int64 { now.monotonic }

  /// Lets `nanoseconds` pass by both clocks.
  package func advance(by nanoseconds: Int64) {
    time.withLock {
      $0.monotonic += nanoseconds
      $0.wall += nanoseconds
    }
  }

  /// Sets the wall clock, in nanoseconds since 1970. The monotonic clock follows it forwards; it ignores a step back, and
  /// the first setting.
  package func set(wall: Int64) {
    time.withLock {
      // A leap of more than 292 years is no time that passed.
      let (passed, isLeap) = wall.subtractingReportingOverflow($0.wall)
      if passed > 0, !isLeap, $0.wall != 0 { $0.monotonic &+= passed }
      $0.wall = wall
    }
  }
}
