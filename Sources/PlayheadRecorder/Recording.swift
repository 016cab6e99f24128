import Dispatch
public import Foundation
import PlayheadFlux
public import PlayheadLog

/// A recording of an app: every action goes into a log before any store sees it.
///
/// An app on `PlayheadFlux` records its dispatcher:
///
/// ```swift
/// let recording = try dispatcher.record(in: folder, app: "shop")
/// recording.mark("user reported a bug")
/// try recording.close()
/// ```
///
/// An app with its own store passes each action through `record`:
///
/// ```swift
/// let recording = try Recording(to: url, app: "shop", stores: ["cart"], states: [store.cart])
/// recording.record(action) {
///   store.send(action)
///   return [store.cart]
/// }
/// ```
///
/// Keep the recording as long as it should last, and close it when the app ends. If the app ends without
/// closing it, nothing is lost, and the log says how the app ended. You can call all methods from any thread, at any
/// moment. No mistake with a recording ends the app: `RecordingOptions.onFailure` and a note in the log report it.
///
/// Unchecked because one thread at a time touches the writer.
public final class Recording: @unchecked Sendable {
  let writer: ActionWriter
  let source: Source
  let hold = DebuggerHold()

  /// The source of the actions.
  enum Source {
    /// The recorded dispatcher, which handles one action at a time.
    case dispatcher(Dispatcher, DispatcherTap)
    case ownStore(OwnStore)
  }

  init(_ writer: ActionWriter, _ source: Source) {
    (self.writer, self.source) = (writer, source)
  }

  /// The log, for an app that passes it on.
  public var url: URL { URL(fileURLWithPath: writer.flusher.path) }

  /// The last step. While this thread is handling an action, that action's or a later one.
  public var step: Step { writer.isOurs ? exclusively { writer.step } : writer.step }

  /// Why the log cannot be written at the moment; `nil` if it can.
  package var failure: LogError? {
    guard writer.isOurs else { return nil }
    return writer.flusher.failure ?? exclusively { writer.stateFailure }
  }

  /// Adds a remark after the last step, for readers of the log.
  public func mark(_ text: String) { betweenActions { [writer] in writer.mark(text) } }

  /// Leaves out later actions, until ``resume()``; the log has a gap for them.
  ///
  /// Stores that you add or replace meanwhile are in the states after the gap, not in those of the step
  /// before it, even if no action came in between.
  public func pause() { betweenActions { [writer] in writer.pause() } }

  /// Continues after ``pause()``, from the current states. Those of an app's own stores are written by the next action.
  public func resume() { betweenActions { [writer] in writer.resume() } }

  /// Writes everything recorded so far to the file, which takes milliseconds. Other threads may record
  /// meanwhile.
  ///
  /// An action that is being handled, and the others of its chunk, follow when it is done. After actions had
  /// to be left out, recording continues, because there is room again. If the log was deleted, the
  /// recording continues in a new one, which begins with the current states. Within a state's `encode(to:)` this may
  /// return before everything is written.
  ///
  /// - Throws: `LogError` if that fails.
  public func flush() throws {
    guard writer.isOurs else { return }
    if writer.flusher.isCurrent { return later { try? $0.flush() } }
    try flushOnce()
    if exclusively({ writer.resumeAfterFlush() }) { try flushOnce() }
  }

  /// Waits for the disk without holding up other threads.
  private func flushOnce() throws {
    exclusively { writer.handOver() }
    try writer.flusher.flush()
  }

  /// Ends the log, and the servers of the app; later actions are handled, but not recorded. If you call this while an
  /// action is being handled, the log lacks its outcome.
  ///
  /// - Throws: `LogError` if the log could not be written, now or before, or lacks the last steps. The file is still
  ///   readable.
  public func close() throws {
    guard writer.isOurs else { return }
    if writer.flusher.isCurrent { return later { try? $0.close() } }
    stopServers()
    // Atomic: an action handled in between would be in the last digest but not in the log.
    // Released without the lock: it may be the last reference to objects of the app.
    var old: [any Encodable & Sendable]?
    exclusively {
      if case .dispatcher(let dispatcher, let tap) = source { dispatcher.detach(tap) }
      writer.finish()
      if case .ownStore(let store) = source, store.turns.depth == 0 {
        old = store.replace(nil)
      }
    }
    withExtendedLifetime(old) {}
    try writer.waitUntilWritten()
  }

  /// Runs `body` while no other thread records.
  private func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    switch source {
    case .dispatcher(let dispatcher, _): try dispatcher.exclusively(body)
    case .ownStore: try writer.locked(body)
    }
  }

  /// The same between two actions, if there is a dispatcher. Does nothing in a forked child.
  func betweenActions(_ body: @escaping () -> Void) {
    guard writer.isOurs else { return }
    nonisolated(unsafe) let body = body
    if writer.flusher.isCurrent { return later { _ in body() } }
    switch source {
    case .dispatcher(let dispatcher, _): dispatcher.betweenActions { body() }
    case .ownStore: writer.locked(body)
    }
  }

  /// Runs `body` on another thread: the calling one is the flusher's, for which threads with the lock may wait.
  func later(_ body: @escaping (Recording) -> Void) {
    nonisolated(unsafe) let body = body
    DispatchQueue.global(qos: .utility).async { body(self) }
  }

  // MARK: For tools

  /// Why the recording has no tail, so that it does not survive the end of the app; `nil` if it has one.
  package var tailFailure: LogError? { writer.flusher.pool.fallback }

  /// The number of actions left out for lack of room.
  package var droppedCount: Int { exclusively { writer.droppedCount } }
}
