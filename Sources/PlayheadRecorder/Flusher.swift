import Dispatch
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import Synchronization

/// The recorder's own thread: turns full pages of the tail into frames, computes digests, writes the log, and
/// retries after failures.
///
/// Unchecked because only the queue touches anything but `state`.
final class Flusher: @unchecked Sendable {
  /// The time until the first retry: short enough to leave little out, long enough not to be felt.
  private static let retryInterval = DispatchTimeInterval.milliseconds(500)

  /// Marks the queue of notices.
  static let isNotice = DispatchSpecificKey<Bool>()
  /// Marks the flusher's own queue.
  private static let flusher = DispatchSpecificKey<ObjectIdentifier>()
  let queue = DispatchQueue(label: "playhead.flusher", qos: .utility)
  /// Runs the app's callbacks. A queue of its own, because a callback may close the recording, which waits
  /// for the flusher.
  let notices = DispatchQueue(label: "playhead.notices", qos: .utility)
  /// The log's path.
  let path: String
  let writer: LogWriter
  let pages: PageFlusher
  let pool: PagePool
  let options: RecordingOptions
  /// `nil` for a recording in one file.
  let keeper: SegmentKeeper?
  let disk: any Disk
  let encoder: CanonicalEncoder
  /// The pages with records that are not in the log yet.
  var held: [TailPage] = []
  /// How many of them the page flusher has read.
  var flushedCount = 0
  private var retries = false
  /// Whether a look is planned whether the files still exist.
  let looksSoon = Atomic(false)
  /// Whether the deletion of the tail was reported to the app.
  var tailIsReported = false
  var isEnded = false
  let state = Guarded(State())

  struct State {
    var backlog = 0
    var digestsUnderWay = 0
    var failure: LogError?
    /// The page of the last action that may not be on the disk; `nil` if all actions are.
    var unsyncedPage: UInt64?
  }

  init(
    _ writer: LogWriter, _ pool: PagePool, _ options: RecordingOptions,
    _ redaction: Redaction?, _ keeper: SegmentKeeper?, on disk: any Disk
  ) {
    self.disk = disk
    self.writer = writer
    self.pool = pool
    self.options = options
    self.keeper = keeper
    encoder = CanonicalEncoder(redaction: redaction)
    path = writer.path
    keeper?.note(length: writer.length)
    pages = PageFlusher(write: writer.append)
    notices.setSpecific(key: Self.isNotice, value: true)
    queue.setSpecific(key: Self.flusher, value: ObjectIdentifier(queue))
    // The first timer of a process opens a file. If that fails later, Dispatch ends the app.
    queue.asyncAfter(deadline: .now()) {}
    if case .every(let interval) = options.durability { syncLater(interval) }
  }

  /// Synchronizes log and tail at each interval until the recording ends.
  private func syncLater(_ interval: Duration) {
    let (seconds, attoseconds) = interval.components
    let nanoseconds = seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue
    let wait = max(Int(nanoseconds &+ attoseconds / 1_000_000_000), 1_000_000)
    queue.asyncAfter(deadline: .now() + .nanoseconds(wait)) { [weak self] in
      guard let self, !isEnded else { return }
      do {
        try pool.sync()
        try writer.sync()
        if held.isEmpty { recover() }
      } catch {
        report(error)
      }
      syncLater(interval)
    }
  }

  /// Why the log cannot be written at the moment.
  var failure: LogError? { state.withLock { $0.failure } }

  /// The page of the last action that could not be synchronized. The log must get it to end the failure.
  var unsyncedPage: UInt64? {
    get { state.withLock { $0.unsyncedPage } }
    set { state.withLock { $0.unsyncedPage = newValue } }
  }

  /// Whether the calling code runs on the flusher's queue: the `encode(to:)` of a state, or the end of an object in
  /// one. The queue cannot wait for itself, nor for a thread that waits for it.
  var isCurrent: Bool {
    DispatchQueue.getSpecific(key: Self.flusher) == ObjectIdentifier(queue)
  }

  /// Stores the failure, unless there is one already, and notifies the app.
  func fail(_ error: LogError) {
    let isFirst = state.withLock { state in
      guard state.failure == nil else { return false }
      state.failure = error
      return true
    }
    if isFirst { reportFailure(error) }
  }

  func reportFailure(_ error: LogError) {
    notices.async { [options] in options.onFailure(error) }
  }

  func reportRecovery() {
    notices.async { [options] in options.onRecovery() }
  }

  /// Clears the failure if pages up to `page` suffice for that.
  func recover(through page: UInt64 = .max) {
    let wasFailing = state.withLock { state in
      guard state.failure != nil, state.unsyncedPage ?? 0 <= page else {
        return false
      }
      (state.failure, state.unsyncedPage) = (nil, nil)
      return true
    }
    if wasFailing { reportRecovery() }
  }

  /// Whether everything that was recorded is written, or can be. If nothing is left to write after a failure,
  /// synchronizing may still succeed.
  var canEnd: Bool { state.withLock { $0.failure == nil || held.isEmpty } }

  /// Whether writing works and the backlog is small.
  var hasCaughtUp: Bool {
    state.withLock { $0.failure == nil && $0.backlog <= TailFormat.pageLimit / 2 }
  }

  /// Whether a record that belongs to no action may have an emergency page. There are at most as many of
  /// these as the tail has pages.
  var hasRoom: Bool { state.withLock { $0.backlog < 2 * TailFormat.pageLimit } }

  /// Stores `error` as the log's failure.
  func report(_ error: any Error) {
    fail(unwritable(error))
  }

  /// `error` as an error of the log. Does not quote other errors, which may hold values.
  func unwritable(_ error: any Error) -> LogError {
    let reason = error is ByteFault ? "its bytes are malformed" : "\(type(of: error))"
    return error as? LogError ?? .unwritable(path: path, reason: .content(reason))
  }

  // MARK: Flushing

  func flushHeld() {
    // The file of an ended recording is closed.
    guard !isEnded else { return }
    attempt {
      while flushedCount < held.count {
        let isWritten = try pages.flush(held[flushedCount])
        flushedCount += 1
        if isWritten { try releaseFlushed() }
      }
    }
  }

  /// Releases the pages that are in the log.
  private func releaseFlushed() throws {
    if options.durability != .none { try writer.sync() }
    recover(through: held[flushedCount - 1].number)
    keeper?.note(length: writer.length)
    for page in held[..<flushedCount] { pool.release(page) }
    state.withLock { $0.backlog -= flushedCount }
    held.removeFirst(flushedCount)
    flushedCount = 0
  }

  /// Runs `body`. If it fails, restarts from the pages, which have everything, and retries later.
  func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      pages.restart()
      flushedCount = 0
      if keeper?.makeRoom(for: error) == true { return attempt(body) }
      report(error)
      reportDeletion()
      retryLater()
    }
  }

  private func retryLater() {
    guard !retries else { return }
    retries = true
    queue.asyncAfter(deadline: .now() + Self.retryInterval) { [weak self] in
      guard let self, !isEnded else { return }
      retries = false
      flushHeld()
    }
  }
}
