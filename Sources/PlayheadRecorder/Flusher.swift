import Dispatch
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import Synchronization

/// The recorder's own thread: turns full pages of the tail into frames, computes digests, writes the log, and tries again
/// after a failure.
///
/// Unchecked because everything but `state` is touched on the queue alone.
final class Flusher: @unchecked Sendable {
  /// How long after a failure writing is tried again: short enough to leave little out, long enough not to be felt.
  private static let retryInterval = DispatchTimeInterval.milliseconds(500)

  /// Marks the queue of notices: a key that no one else has.
  static let isNotice = DispatchSpecificKey<Bool>()
  let queue = DispatchQueue(label: "playhead.flusher", qos: .utility)
  /// Where the app is told of failures. It may close the recording there, and waits for the flusher then: hence another
  /// queue.
  let notices = DispatchQueue(label: "playhead.notices", qos: .utility)
  /// Where the log goes.
  let path: String
  let writer: LogWriter
  let pages: PageFlusher
  let pool: PagePool
  let options: RecordingOptions
  /// Nil if all is kept in one file.
  let keeper: SegmentKeeper?
  let disk: any Disk
  let encoder: CanonicalEncoder
  /// The pages whose content is not in the log yet.
  var held: [TailPage] = []
  /// How many of them the page flusher was given.
  var taken = 0
  private var retries = false
  /// Whether the files are still there, for all that is known.
  let watch = Atomic(FileWatch.idle)
  var isEnded = false
  let state = Guarded(State())

  struct State {
    var backlog = 0
    var digestsUnderWay = 0
    var failure: LogError?
    /// Whether nothing can mend it.
    var isFinal = false
    /// The page of the last action that may not be on the disk; nil if all are.
    var doubtfulPage: UInt64?
    /// The step after which a new log began, because the log was deleted; nil if it was not.
    var begunAgain: Step?
    /// Has the recording attend to a deleted file, even if no action comes.
    var onDeletion: (@Sendable () -> Void)?
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
    pages = PageFlusher { try writer.append($0) }
    notices.setSpecific(key: Self.isNotice, value: true)
    // The first timer of a process opens a file, and where that fails later, Dispatch ends the app.
    queue.asyncAfter(deadline: .now()) {}
    if case .every(let interval) = options.durability { syncLater(interval) }
  }

  /// Synchronizes log and tail now and then, until the recording ends.
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

  /// The page of the last action that could not be synchronized; the failure lasts until the log has this page.
  var doubtfulPage: UInt64? {
    get { state.withLock { $0.doubtfulPage } }
    set { state.withLock { $0.doubtfulPage = newValue } }
  }

  /// Gives up the log, for the reason given first, and tells the app.
  func fail(_ error: LogError, isFinal: Bool = false) {
    let isFirst = state.withLock { state in
      state.isFinal = state.isFinal || isFinal
      guard state.failure == nil else { return false }
      state.failure = error
      return true
    }
    if isFirst { tellOfFailure(error) }
  }

  func tellOfFailure(_ error: LogError) {
    notices.async { [options] in options.onFailure(error) }
  }

  func tellOfRecovery() {
    notices.async { [options] in options.onRecovery() }
  }

  /// Notes that all is well with what was recorded in the pages up to one.
  func recover(through page: UInt64 = .max) {
    let wasFailing = state.withLock { state in
      guard state.failure != nil, !state.isFinal, state.doubtfulPage ?? 0 <= page else {
        return false
      }
      (state.failure, state.doubtfulPage) = (nil, nil)
      return true
    }
    if wasFailing { tellOfRecovery() }
  }

  /// Whether all that was recorded is written, or can be. After a failure with nothing left to write, synchronizing may
  /// still succeed.
  var canEnd: Bool { state.withLock { $0.failure == nil || held.isEmpty && !$0.isFinal } }

  /// Whether it can write, and has little enough to do.
  var hasCaughtUp: Bool {
    state.withLock { $0.failure == nil && $0.backlog <= TailFormat.pageLimit / 2 }
  }

  /// Whether a record that belongs to no action may have an emergency page: there are at most as many as the tail has
  /// pages.
  var hasRoom: Bool { state.withLock { $0.backlog < 2 * TailFormat.pageLimit } }

  /// Notes that something could not be written that other tries will not write.
  func report(_ error: any Error) {
    fail(unwritable(error))
  }

  /// The same as a fault of the log. The error may hold values, which belong in no message.
  func unwritable(_ error: any Error) -> LogError {
    let reason = (error as? ByteFault)?.sentence ?? "\(type(of: error))"
    return error as? LogError ?? .unwritable(path: path, reason: .content(reason))
  }

  // MARK: Flushing

  func flushHeld() {
    // The file of an ended recording is closed.
    guard !isEnded, !state.withLock({ $0.isFinal }) else { return }
    attempt {
      while taken < held.count {
        let isWritten = try pages.take(held[taken])
        taken += 1
        if isWritten { try releaseTaken() }
      }
    }
  }

  /// Lets go of the pages whose content is in the log.
  private func releaseTaken() throws {
    if options.durability != .none { try writer.sync() }
    recover(through: held[taken - 1].number)
    keeper?.note(length: writer.length)
    for page in held[..<taken] { pool.release(page) }
    state.withLock { $0.backlog -= taken }
    held.removeFirst(taken)
    taken = 0
  }

  /// Does what may fail. What was half done is done again from the pages, which have everything.
  func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      pages.restart()
      taken = 0
      if keeper?.makeRoom(for: error) == true { return attempt(body) }
      report(error)
      noticeDeletedLog()
      retryLater()
    }
  }

  private func retryLater() {
    guard !retries, !state.withLock({ $0.isFinal }) else { return }
    retries = true
    queue.asyncAfter(deadline: .now() + Self.retryInterval) { [weak self] in
      guard let self, !isEnded else { return }
      retries = false
      flushHeld()
    }
  }
}
