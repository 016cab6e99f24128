package import PlayheadLog
import PlayheadRecorder
import Synchronization

/// A clock that stands still until you set it: for tests, and for scripts with times of their own.
package final class ManualClock: RecorderClock, Sendable {
  private let time: Mutex<Moment>

  /// A clock that stands at `moment`.
  package init(_ moment: Moment = Moment(monotonic: 0, wall: 0)) {
    time = Mutex(moment)
  }

  /// The moment that was set.
  package var now: Moment { time.withLock { $0 } }

  /// The monotonic time of `now`, in nanoseconds.
  package var monotonic: Int64 { now.monotonic }

  /// Moves both clocks forward by `nanoseconds`.
  package func advance(by nanoseconds: Int64) {
    time.withLock {
      $0.monotonic += nanoseconds
      $0.wall += nanoseconds
    }
  }

  /// Sets the wall clock, in nanoseconds since 1970. The monotonic clock follows it forward, but not back,
  /// and not at the first setting.
  package func set(wall: Int64) {
    time.withLock {
      // A leap beyond the times that a log can have is not elapsed time.
      let (passed, isLeap) = wall.subtractingReportingOverflow($0.wall)
      if passed > 0, !isLeap, $0.wall != 0, passed < Int64(LogFormat.timeLimit) - $0.monotonic {
        $0.monotonic += passed
      }
      $0.wall = wall
    }
  }
}
