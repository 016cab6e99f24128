import PlayheadFlux
public import PlayheadLog

/// A recording of an app: every action goes into a log before any store sees it.
///
/// There are two doors. An app on `PlayheadFlux` says one line:
///
/// ```swift
/// let recording = try dispatcher.record(to: url, app: "shop")
/// recording.mark("user reported a bug")
/// try recording.close()
/// ```
///
/// An app with a store of its own passes each action through `record`:
///
/// ```swift
/// let recording = try Recording(to: url, app: "shop", stores: ["cart"]) { [store.cart] }
/// recording.record(action) { store.send(action) }
/// ```
///
/// Keep it for as long as it is to last, and close it when the app ends; an app that ends without that loses
/// nothing, and the log says how it ended. All of it may be called from any thread.
///
/// Unchecked because one thread at a time touches the writer.
public final class Recording: @unchecked Sendable {
  let writer: ActionWriter
  let source: Source
  /// Keeps threads apart where no dispatcher does.
  private let lock = Lock()

  /// Where the actions come from.
  enum Source {
    /// The dispatcher that is recorded: it handles one action at a time.
    case dispatcher(Dispatcher, DispatcherTap)
    /// An app's own store.
    case ownStore(OwnStore)

    var ownStore: OwnStore? { if case .ownStore(let store) = self { store } else { nil } }
  }

  init(_ writer: ActionWriter, _ source: Source) {
    (self.writer, self.source) = (writer, source)
  }

  /// The last step. While an action is being handled on this thread, that action's or a later one's.
  public var step: Step { exclusively { writer.step } }

  /// Why the log cannot be written at the moment; nil while all is well.
  package var failure: LogError? { writer.isOurs ? writer.flusher.failure : nil }

  /// Adds a remark after the last step, for those who read the log.
  public func mark(_ text: String) { betweenActions { [writer] in writer.mark(text) } }

  /// Leaves out the actions that come, until ``resume()``; a gap in the log says so.
  ///
  /// Stores that come or are replaced meanwhile are in the states behind the gap, and not in those of
  /// the step before it, even if no action came in between.
  public func pause() { betweenActions { [writer] in writer.pause() } }

  /// Goes on after ``pause()``, from the states as they are now.
  public func resume() { betweenActions { [writer] in writer.resume() } }

  /// Writes everything recorded so far to the file, which takes milliseconds; other threads may record meanwhile.
  ///
  /// While an action is being handled, it and those of its chunk follow when it is done. Where actions had to be left out, a
  /// gap says so now: there is room again. If the log was deleted, the recording goes on in a new one, which begins with the
  /// states as they are now.
  ///
  /// Throws `LogError` if that fails.
  public func flush() throws {
    guard writer.isOurs else { return }
    do {
      try flushOnce()
    } catch {
      exclusively { _ = writer.beginLogAgain() }
      // Throws again, unless there is a new log by now.
      try flushOnce()
    }
    if exclusively({ writer.goOnAfterFlush() }) { try flushOnce() }
  }

  /// Waits for the disk without holding up other threads.
  private func flushOnce() throws {
    exclusively { writer.handOver() }
    try writer.flusher.flush()
  }

  /// Ends the log; what is recorded afterwards is ignored. Not to be called while an action is being handled on this thread.
  ///
  /// Throws `LogError` if the log could not be written, now or before; what is in the file can be
  /// read all the same.
  public func close() throws {
    // In one go: an action handled in between would be in the last digest and not in the log.
    exclusively {
      if case .dispatcher(let dispatcher, let tap) = source { dispatcher.detach(tap) }
      writer.finish()
    }
    try writer.waitUntilWritten()
  }

  /// Does `body` while no other thread records.
  private func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    switch source {
    case .dispatcher(let dispatcher, _): try dispatcher.exclusively(body)
    case .ownStore: try exclusivelyAmongThreads(body)
    }
  }

  /// Does `body` while no other thread records. An action's `encode(to:)` may use the recording as well, but not record an
  /// action.
  @inline(__always)
  func exclusivelyAmongThreads<Result>(_ body: () throws -> Result) rethrows -> Result {
    let isOuter = lock.enter()
    defer { if isOuter { lock.unlock() } }
    return try body()
  }

  /// The same between two actions, if a dispatcher says where that is.
  private func betweenActions(_ body: @escaping () -> Void) {
    guard case .dispatcher(let dispatcher, _) = source else { return exclusively(body) }
    nonisolated(unsafe) let body = body
    dispatcher.betweenActions { body() }
  }

  // MARK: For tools

  /// Why it has no tail, and so is not safe from the end of the app; nil if it has one.
  package var tailFailure: LogError? { writer.flusher.pool.fallback }

  /// Where the tail of the log that it goes on with is now, if that does not have all of it.
  package var keptTail: String? { writer.keptTail }

  /// The step after which a new log began, because the log was deleted; nil if it was not.
  package var begunAgain: Step? { writer.flusher.state.withLock { $0.begunAgain } }

  /// How many actions were left out because there was no room for them.
  package var leftOutCount: Int { exclusively { writer.leftOutCount } }
}
