import PlayheadLog
import Synchronization

/// Says when the dispatching thread is to begin another segment.
struct SegmentPace {
  let keeper: SegmentKeeper
  private let length: Int64?
  private var time: PassingTime
  /// When the segment began.
  private var began: Int64
  /// The step with whose states it began.
  private var start: Step

  /// The pace of a recording that begins or goes on now.
  init(_ keeper: SegmentKeeper, after step: Step, at monotonic: Int64) {
    self.keeper = keeper
    length = keeper.retention.segmentNanoseconds
    time = PassingTime(monotonic)
    began = keeper.start
    start = step
  }

  /// Whether a segment is to begin here. The clock is asked only if time matters.
  @inline(__always)
  mutating func isDue(_ clock: any RecorderClock) -> Bool {
    switch keeper.next.load(ordering: .relaxed) {
    case .due: return true
    case .underWay: return false
    case .later: break
    }
    guard let length else { return false }
    let (passed, isLeap) = time.pass(to: clock.monotonic).subtractingReportingOverflow(began)
    return isLeap || passed >= length
  }

  /// Notes that one begins behind `step`, and gives the time; nil if the last one has no step yet, and
  /// would have the same beginning.
  mutating func begin(after step: Step, at monotonic: Int64) -> Int64? {
    guard step > start else { return nil }
    start = step
    keeper.next.store(.underWay, ordering: .relaxed)
    began = time.pass(to: monotonic)
    return began
  }
}

/// Time that never goes back, also by a clock that does.
struct PassingTime {
  private var clock: Int64
  private(set) var now: Int64

  /// It is as late as the clock says.
  init(_ clock: Int64) { (self.clock, now) = (clock, clock) }

  /// The time after the clock has gone on to `next`.
  mutating func pass(to next: Int64) -> Int64 {
    let (passed, isLeap) = next.subtractingReportingOverflow(clock)
    // A leap of more than 292 years is no time that passed.
    if passed > 0, !isLeap {
      now = now.addingReportingOverflow(passed).overflow ? .max : now + passed
    }
    clock = next
    return now
  }
}
