import PlayheadLog
import Synchronization

/// The segments of a flight recorder. Decides which to delete.
///
/// Unchecked because only the flusher's queue touches anything but `next`.
final class SegmentKeeper: @unchecked Sendable {
  let retention: Retention
  /// Whether the next segment is due.
  let next = Atomic(Next.later)
  private let disk: any Disk
  private var older: [Older] = []
  /// The path of the recording's log, the first segment.
  private let path: String
  /// The number of the newest segment.
  private var number = 1
  /// The time at which the newest segment began.
  private(set) var start: Int64
  /// The length of its first frame, in bytes.
  private var beginning = 0
  /// Whether the app was notified that no segment can begin.
  var isFailing = false

  /// When the next segment has to begin.
  enum Next: UInt8, AtomicRepresentable {
    /// Not yet, as far as the flusher knows.
    case later
    /// With the next action: the newest segment has its full length.
    case due
    /// The flusher was asked to begin it.
    case underWay
    /// The newest segment has its full length, and none can begin: actions are left out until one can.
    case blocked
  }

  /// A finished segment.
  private struct Older {
    var path: String
    var bytes: Int
    var start: Int64
  }

  /// The keeper of a recording that begins now.
  init(_ retention: Retention, path: String, now: Int64, on disk: any Disk) {
    (self.retention, self.path, self.disk, start) = (retention, path, disk, now)
  }

  /// Notes the length of the newest segment, and deletes segments that are no longer needed.
  func note(length: Int) {
    while older.count > 1, isOldestSpare(length), removeOldest() {}
    guard let most = retention.segmentBytes, length - beginning >= most else { return }
    _ = next.compareExchange(expected: .later, desired: .due, ordering: .relaxed)
  }

  /// Makes `writer` continue in another segment.
  func begin(_ segment: SegmentBeginning, at time: Int64, _ writer: LogWriter) throws {
    let ended = writer.path
    // Somebody else's file may have the next name.
    while disk.size(of: SegmentName.path(of: number + 1, of: path)) != nil { number += 1 }
    let length = try writer.beginSegment(
      segment, at: SegmentName.path(of: number + 1, of: path), on: disk)
    number += 1
    older.append(Older(path: ended, bytes: length, start: start))
    (start, beginning) = (time, writer.length)
    postpone()
    note(length: writer.length)
  }

  /// Lets the newest segment grow until its next page is written, or until as much time has passed again.
  func postpone() { next.store(.later, ordering: .relaxed) }

  /// Notes that no segment can begin. Lets the newest one grow if it may.
  func noteFailure(length: Int) {
    let isFull = retention.segmentBytes.map { length - beginning >= $0 } ?? false
    next.store(isFull ? .blocked : .later, ordering: .relaxed)
  }

  /// Notes that no segment can begin, because the states are unknown. Returns whether the newest one is full.
  func block() -> Bool {
    let (isDue, last) = next.compareExchange(
      expected: .due, desired: .blocked, ordering: .relaxed)
    return isDue || last == .blocked
  }

  /// Has a segment begin with the next action if none could begin before: the states are known again.
  func retry() {
    _ = next.compareExchange(expected: .blocked, desired: .due, ordering: .relaxed)
  }

  /// Deletes the oldest segment if the disk is full. Returns false if it cannot spare any.
  func makeRoom(for error: any Error) -> Bool {
    guard case LogError.unwritable(_, let reason) = error, reason.isFullDisk, older.count > 1
    else { return false }
    return removeOldest()
  }

  /// Whether the other segments suffice for what has to be kept. Of two bounds the narrower counts.
  private func isOldestSpare(_ newest: Int) -> Bool {
    let rest = older.dropFirst().reduce(newest) { $0 + $1.bytes }
    if let bytes = retention.bytes, rest >= bytes { return true }
    guard let kept = retention.nanoseconds else { return false }
    return start &- older[1].start >= kept
  }

  /// If the oldest segment cannot be deleted, later ones stay as well, so that the recording has no hole.
  private func removeOldest() -> Bool {
    guard let oldest = older.first, disk.remove(oldest.path) else { return false }
    older.removeFirst()
    return true
  }
}

/// Decides when the dispatching thread has to begin another segment.
struct SegmentTimer {
  let keeper: SegmentKeeper
  private let length: Int64?
  /// The time at which the segment began.
  private var began: Int64
  /// The step of the segment's first states.
  private var start: Step

  /// The timer of a recording that begins now.
  init(_ keeper: SegmentKeeper, after step: Step) {
    self.keeper = keeper
    length = keeper.retention.segmentNanoseconds
    began = keeper.start
    start = step
  }

  /// Whether a segment has to begin here. Reads the clock only if time matters.
  @inline(__always)
  func isDue(_ clock: any RecorderClock) -> Bool {
    switch keeper.next.load(ordering: .relaxed) {
    case .due, .blocked: return true
    case .underWay: return false
    case .later: break
    }
    guard let length else { return false }
    return clock.monotonic &- began >= length
  }

  /// Notes a segment after `step`. Returns false if the last segment has no step yet.
  mutating func begin(after step: Step, at time: Int64) -> Bool {
    guard step > start else { return false }
    (start, began) = (step, time)
    keeper.next.store(.underWay, ordering: .relaxed)
    return true
  }
}
