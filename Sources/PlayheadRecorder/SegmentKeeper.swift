import PlayheadLog
import Synchronization

/// The segments of a flight recorder, and which of them may be deleted.
///
/// Unchecked because everything but `next` is touched on the flusher's queue alone.
final class SegmentKeeper: @unchecked Sendable {
  let retention: Retention
  /// What there is to say of the next segment.
  let next = Atomic(Next.later)
  private let path: String
  private let disk: any Disk
  private var older: [Older]
  /// When the newest segment began.
  private(set) var start: Int64
  /// How many bytes its first frame took.
  private var beginning = 0
  /// Whether the app was told that no segment can begin.
  var isFailing = false

  /// When the next segment is to begin.
  enum Next: UInt8, AtomicRepresentable {
    /// Not yet, for all that the flusher knows.
    case later
    /// With the next action: the newest segment has its length.
    case due
    /// The flusher was asked to begin it.
    case underWay
  }

  /// A segment that is finished.
  private struct Older {
    var path: String
    var bytes: Int
    /// When it began.
    var start: Int64
  }

  /// Begins with the existing segments. The newest began at `start`, and none after `now`.
  init(
    _ retention: Retention, path: String, _ segments: [OlderSegment], start: Int64, now: Int64,
    on disk: any Disk
  ) {
    (self.retention, self.path, self.disk) = (retention, path, disk)
    self.start = min(start, now)
    var earliest = Int64.min
    older = segments.map { segment in
      earliest = max(earliest, min(segment.start ?? earliest, now))
      return Older(path: segment.path, bytes: segment.byteCount, start: earliest)
    }
  }

  /// Notes how long the newest segment is now, and deletes those that are not needed any more.
  func note(length: Int) {
    while older.count > 1, isOldestSpare(length), removeOldest() {}
    guard let most = retention.segmentBytes, length - beginning >= most else { return }
    _ = next.compareExchange(expected: .later, desired: .due, ordering: .relaxed)
  }

  /// Lets `writer` go on in another segment.
  func begin(_ segment: SegmentBeginning, at time: Int64, _ writer: LogWriter) throws {
    // Behind all existing ones.
    let number = (OlderSegment.numbers(of: path, on: disk).last ?? 0) + 1
    let length = try writer.beginSegment(segment, naming: number, on: disk)
    older.append(Older(path: SegmentName.path(of: number, of: path), bytes: length, start: start))
    (start, beginning) = (time, writer.length)
    postpone()
    note(length: writer.length)
  }

  /// Lets the newest segment grow, until the next page of it is written or as long again has passed.
  func postpone() { next.store(.later, ordering: .relaxed) }

  /// Deletes the oldest segment if the disk is full; false if none can be spared.
  func makeRoom(for error: any Error) -> Bool {
    guard let error = error as? LogError, error.isFullDisk, older.count > 1 else { return false }
    return removeOldest()
  }

  /// Whether the rest has all that is to be kept. Of two bounds the narrower counts.
  private func isOldestSpare(_ newest: Int) -> Bool {
    let rest = older.dropFirst().reduce(newest) { $0 + $1.bytes }
    if let bytes = retention.bytes, rest >= bytes { return true }
    guard let kept = retention.nanoseconds else { return false }
    let (age, isLeap) = start.subtractingReportingOverflow(older[1].start)
    return isLeap || age >= kept
  }

  /// If the oldest segment cannot be deleted, those behind it stay as well, so that the recording has no hole.
  private func removeOldest() -> Bool {
    guard let oldest = older.first, disk.remove(oldest.path) else { return false }
    older.removeFirst()
    return true
  }
}

/// Says when the dispatching thread is to begin another segment.
struct SegmentPace {
  let keeper: SegmentKeeper
  private let length: Int64?
  private var time: PassingTime
  /// When the segment began.
  private var began: Int64
  /// The step with whose states it began.
  private var start: Step

  /// The pace of a recording that begins or continues now.
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

  /// Notes a segment behind `step`, and returns the time; nil if the last segment has no step yet.
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

  /// The time when the clock shows `next`.
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
