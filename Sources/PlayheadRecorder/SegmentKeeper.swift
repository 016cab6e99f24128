import PlayheadLog
import Synchronization

/// The files of a recording of which the end is kept: which there are, and which may go.
///
/// Unchecked because everything but `next` is touched on the flusher's queue alone, once the
/// recording has begun.
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

  /// - Parameters:
  ///   - segments: Those that are there already.
  ///   - start: When the newest began.
  ///   - now: No segment begins later.
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
    // Behind all that are there, whoever put them there.
    let number = (OlderSegment.numbers(of: path, on: disk).last ?? 0) + 1
    let length = try writer.beginSegment(segment, naming: number, on: disk)
    older.append(Older(path: SegmentName.path(of: number, of: path), bytes: length, start: start))
    (start, beginning) = (time, writer.length)
    postpone()
    note(length: writer.length)
  }

  /// Lets the newest segment grow, until the next page of it is written or as long again has passed.
  func postpone() { next.store(.later, ordering: .relaxed) }

  /// Deletes the oldest segment for lack of room on the disk; false if there is none to spare.
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

  /// Where it cannot be deleted, those behind it stay as well, until it can: a session with a hole in it is
  /// of less use than one that is too long.
  private func removeOldest() -> Bool {
    guard let oldest = older.first, disk.remove(oldest.path) else { return false }
    older.removeFirst()
    return true
  }
}
