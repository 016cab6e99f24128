import Dispatch
import PlayheadCoding
import PlayheadLog
import Synchronization

/// The recorder's own thread: turns full sheets of the tail into frames, computes digests, writes the
/// log, and tries again where the disk does not let it.
///
/// Unchecked because everything but `state` is touched on the queue alone.
final class Sealer: @unchecked Sendable {
  /// How long after a failure writing is tried again if nothing else happens: short enough that little
  /// has to be left out, long enough not to be felt.
  private static let retryInterval = DispatchTimeInterval.milliseconds(500)

  /// Marks the queue: a key that no one else has.
  private static let isOnQueue = DispatchSpecificKey<Bool>()
  let queue = DispatchQueue(label: "playhead.sealer", qos: .utility)
  /// Where the log goes.
  let path: String
  let writer: LogWriter
  let sheets: SheetSealer
  private let pool: SheetPool
  let options: RecordingOptions
  /// Nil if all is kept in one file.
  let keeper: SegmentKeeper?
  private let removeTail: @Sendable () -> Void
  private let encoder: CanonicalEncoder
  /// The sheets whose content is not in the log yet.
  private(set) var held: [Sheet] = []
  /// How many of them the sheet sealer was given.
  private var taken = 0
  private var retries = false
  private var isEnded = false
  private let state = Mutex(State())

  private struct State {
    var backlog = 0
    var digestsUnderWay = 0
    var failure: LogError?
    /// Whether nothing can mend it.
    var isFinal = false
  }

  /// - Parameter removeTail: Takes the tail away when all of it is in the log.
  init(
    _ writer: LogWriter, _ pool: SheetPool, _ options: RecordingOptions,
    _ redaction: Redaction?, _ keeper: SegmentKeeper?, removeTail: @escaping @Sendable () -> Void
  ) {
    self.removeTail = removeTail
    self.writer = writer
    self.pool = pool
    self.options = options
    self.keeper = keeper
    encoder = CanonicalEncoder(redaction: redaction)
    path = writer.path
    keeper?.note(length: writer.length)
    sheets = SheetSealer { try writer.append($0) }
    queue.setSpecific(key: Self.isOnQueue, value: true)
    if case .every(let interval) = options.durability { syncLater(interval) }
  }

  /// Synchronises log and tail now and then, until the recording ends.
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

  /// Gives up the log, for the reason given first, and tells the app.
  func fail(_ error: LogError, isFinal: Bool = false) {
    let isFirst = state.withLock { state in
      state.isFinal = state.isFinal || isFinal
      guard state.failure == nil else { return false }
      state.failure = error
      return true
    }
    if isFirst { options.onFailure(error) }
  }

  private func recover() {
    let wasFailing = state.withLock { state in
      guard state.failure != nil, !state.isFinal else { return false }
      state.failure = nil
      return true
    }
    if wasFailing { options.onRecovery() }
  }

  /// Whether it can write, and has so little to do that going on makes sense.
  var hasCaughtUp: Bool {
    state.withLock { $0.failure == nil && $0.backlog <= TailFormat.sheetLimit / 2 }
  }

  /// Whether what is written on no action's behalf may have a sheet of its own if there is no other:
  /// so many at most as the tail has.
  var hasRoom: Bool { state.withLock { $0.backlog < 2 * TailFormat.sheetLimit } }

  /// Notes that something could not be written that other tries will not write.
  func report(_ error: any Error) {
    fail(unwritable(error))
  }

  /// The same as a fault of the log. The error may hold values, which belong in no message.
  func unwritable(_ error: any Error) -> LogError {
    let reason = (error as? ByteFault)?.sentence ?? "\(type(of: error))"
    return error as? LogError ?? .unwritable(path: path, reason: reason)
  }

  // MARK: Orders

  /// Puts a sheet's records into the log.
  func seal(_ sheet: Sheet) {
    state.withLock { $0.backlog += 1 }
    queue.async { [self] in
      held.append(sheet)
      sealHeld()
    }
    // Where segments begin is not to depend on how fast that is.
    if keeper != nil, options.waits { try? wait() }
  }

  /// Digests `states` unless two such orders wait already and this one may be left out.
  func digest(_ states: [any Encodable & Sendable], at step: Step, isOptional: Bool) {
    let isBusy = state.withLock { state in
      if isOptional, state.digestsUnderWay >= 2 { return true }
      state.digestsUnderWay += 1
      return false
    }
    guard !isBusy else { return }
    queue.async { [self] in
      defer { state.withLock { $0.digestsUnderWay -= 1 } }
      // A state that cannot be encoded has no digest; the replay will say so where it matters.
      guard let digests = try? states.map({ try encoder.digest(of: $0) }) else { return }
      sheets.add(StateDigests(step: step, stores: digests))
    }
  }

  /// Ends the log when everything before is written, and takes the tail away if it is in the log.
  func close(at step: Step, _ moment: Moment) {
    queue.async { [self] in
      sealHeld()
      // What is still in the tail stays there: with the log it is the whole recording.
      if failure == nil {
        attempt {
          try sheets.end(at: step, moment)
          try writer.writeIndex()
          if options.durability != .none { try writer.sync() }
        }
      }
      isEnded = true
      (held, taken) = ([], 0)
      pool.close()
      if failure == nil { removeTail() } else { tellOfTail() }
      writer.letGo()
    }
  }

  /// What could not be written is not lost if the sheets are in a file.
  private func tellOfTail() {
    state.withLock { state in
      guard pool.fallback == nil, case .unwritable(let path, let reason) = state.failure else {
        return
      }
      state.failure = .unfinished(path: path, reason: reason)
    }
  }

  /// Writes everything before to the file, and waits for that.
  func flush() throws {
    queue.async { [self] in
      sealHeld()
      if failure == nil, !isEnded { attempt { try sheets.flush() } }
    }
    try wait()
  }

  /// Waits until everything before is done; writes nothing more, so that a log's bytes do not tell
  /// when there was a wait.
  ///
  /// What the app does when it is told of a failure happens on the queue itself, and cannot wait for it.
  func wait() throws {
    if DispatchQueue.getSpecific(key: Self.isOnQueue) == nil { queue.sync {} }
    if let failure { throw failure }
  }

  // MARK: Sealing

  private func sealHeld() {
    // A recording that ended seals nothing more: its file is let go of.
    guard !isEnded, !state.withLock({ $0.isFinal }) else { return }
    attempt {
      while taken < held.count {
        let isWritten = try sheets.take(held[taken])
        taken += 1
        if isWritten { try releaseTaken() }
      }
    }
  }

  /// Lets go of the sheets whose content is in the log.
  private func releaseTaken() throws {
    if options.durability != .none { try writer.sync() }
    recover()
    keeper?.note(length: writer.length)
    for sheet in held[..<taken] { pool.release(sheet) }
    state.withLock { $0.backlog -= taken }
    held.removeFirst(taken)
    taken = 0
  }

  /// Does what may fail. What was half done is done again from the sheets, which have everything.
  private func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      sheets.restart()
      taken = 0
      if keeper?.makeRoom(for: error) == true { return attempt(body) }
      report(error)
      retryLater()
    }
  }

  private func retryLater() {
    guard !retries, !state.withLock({ $0.isFinal }) else { return }
    retries = true
    queue.asyncAfter(deadline: .now() + Self.retryInterval) { [weak self] in
      guard let self, !isEnded else { return }
      retries = false
      sealHeld()
    }
  }
}
