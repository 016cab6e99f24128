public import Foundation
public import PlayheadFlux
public import PlayheadLog
import Synchronization

/// The tap that writes every action of a dispatcher into a log.
///
/// `Dispatcher.record(to:app:)` makes one. Keep it for as long as the recording is to last, and
/// close it when the app ends:
///
/// ```swift
/// let recorder = try dispatcher.record(to: path, app: "shop")
/// recorder.mark("user reported a bug")
/// try recorder.close()
/// ```
///
/// The recorder and its dispatcher keep each other alive until `close()`. `AnyStore.restore(_:)` on a
/// store that is being recorded is no action, and not in the log.
///
/// All of it may be called from any thread. Unchecked because the recording is touched between
/// actions and by the tap alone, which the dispatcher never lets overlap.
public final class Recorder: Tap, @unchecked Sendable {
  private let recording: Recording
  private let dispatcher: Dispatcher
  private let stores: StoreNumbers
  /// Whether it was made while an action was being handled, and so with states in the making.
  fileprivate var startsLate = false
  /// The turn before step 1; nil until the dispatcher has taken the tap.
  fileprivate private(set) var base: Turn?

  fileprivate init(_ recording: Recording, _ dispatcher: Dispatcher, _ stores: StoreNumbers) {
    self.recording = recording
    self.dispatcher = dispatcher
    self.stores = stores
  }

  // MARK: Control

  /// The last step. While an action is being handled on this thread, that action's.
  public var step: Step { between { $0.step } }

  /// Why the log can no longer be written; nil while all is well.
  public var failure: LogError? { recording.failure }

  /// Why it has no tail, and so is not safe from the end of the app; nil if it has one.
  package var tailFailure: LogError? { recording.flusher.pool.fallback }

  /// Where the tail of the log that it goes on with is now, if that does not have all of it.
  package var keptTail: String? { recording.keptTail }

  /// The step after which a new log began, because the log was deleted; nil if it was not.
  package var begunAgain: Step? { between { $0.begunAgain } }

  /// Adds a remark after the last step, for whoever reads the log.
  public func mark(_ text: String) {
    dispatcher.betweenActions { [self] in recording.mark(text) }
  }

  /// Leaves out the actions that come, until `resume()`; a gap in the log says so.
  ///
  /// Stores that come or are replaced meanwhile are in the states behind the gap, and not in those of
  /// the step before it, even if no action came in between.
  public func pause() {
    dispatcher.betweenActions { [self] in recording.pause() }
  }

  /// Goes on after `pause()`, from the states as they are now.
  public func resume() {
    dispatcher.betweenActions { [self] in recording.resume() }
  }

  /// Writes everything recorded so far to the file.
  public func flush() throws {
    try between { try $0.flush() }
  }

  /// Ends the log and stops listening to the dispatcher.
  ///
  /// Throws `LogError` if the log could not be written, now or before; what is in the file can be
  /// read all the same. Not to be called while an action is being handled on this thread.
  public func close() throws {
    // In one go: an action handled in between would be in the last digest and not in the log.
    dispatcher.exclusively {
      dispatcher.detach(self)
      recording.finish()
    }
    try recording.waitUntilWritten()
  }

  /// A file that is deleted is attended to even if no action follows.
  fileprivate func attendToFilesInTime() {
    recording.flusher.state.withLock { state in
      state.onDeletion = { [weak self] in
        guard let self else { return }
        dispatcher.betweenActions { [self] in recording.attendToFiles() }
      }
    }
  }

  private func between<Result: Sendable>(
    _ body: @escaping @Sendable (Recording) throws -> Result
  ) rethrows -> Result {
    try dispatcher.exclusively { try body(recording) }
  }

  // MARK: Tap

  /// The initial states were written before, but not those that an action left behind meanwhile.
  public func didAttach(to dispatcher: Dispatcher, after turn: Turn) {
    base = turn
    guard startsLate else { return }
    followStores()
    recording.beginAgain()
  }

  /// Writes the action.
  public func willHandle(_ action: any Action, turn: Turn, cause: Turn?) {
    let type = Swift.type(of: action)
    recording.willHandle(action, cause.flatMap { step(of: $0) }) { types in
      types.number(of: type) { ActionType(name: type.actionName, version: type.actionVersion) }
    }
  }

  /// Writes the outcome.
  public func didHandle(turn: Turn, outcome: Outcome) {
    recording.didHandle(changed: stores.numbers(at: outcome.changed), draws: outcome.draws)
  }

  /// Writes which stores there are now, and the states of those that the log does not have yet.
  public func didChangeStores(of dispatcher: Dispatcher, after turn: Turn) { followStores() }

  private func followStores() {
    guard let roster = stores.change(to: dispatcher.stores) else { return }
    let sources = stores.sources
    recording.change(to: roster) { sources[$0].state }
  }

  /// The step of a turn; nil for those before the recording.
  private func step(of turn: Turn) -> Step? {
    guard let base, turn > base else { return nil }
    return Step(turn.number - base.number + recording.start.number)
  }
}

extension Dispatcher {
  /// Records every action from now on into a log at `path`, beginning with the present states of
  /// all stores. Stores may come and go meanwhile.
  ///
  /// - Parameters:
  ///   - path: Where the log goes; `options.existing` says what becomes of one that is there.
  ///   - app: The app's name, by which a debugger finds its stores.
  ///   - build: The app's own version.
  ///   - session: Names the recording.
  ///   - clock: Where the time comes from.
  ///   - options: What else is written.
  /// - Throws: `LogError` if the file cannot be made, or what a state's `encode(to:)` throws.
  public func record(
    to path: String, app: String, build: String = "", session: UUID = UUID(),
    clock: any RecorderClock = SystemClock(), options: RecordingOptions = RecordingOptions()
  ) throws -> Recorder {
    try record(
      to: path, app: app, build: build, session: session, clock: clock, options: options,
      on: SystemDisk())
  }

  /// The same on a disk of one's own.
  package func record(
    to path: String, app: String, build: String = "", session: UUID = UUID(),
    clock: any RecorderClock = SystemClock(), options: RecordingOptions = RecordingOptions(),
    on disk: any Disk
  ) throws -> Recorder {
    try exclusively {
      let stores = stores
      let recording = try Recording(
        to: path, app: app, build: build, stores: stores.map(\.name), session: session,
        clock: clock, options: options, on: disk, states: { stores.map(\.anyState) })
      let recorder = Recorder(recording, self, StoreNumbers(stores, names: recording.names))
      attach(recorder)
      recorder.startsLate = recorder.base == nil
      recorder.attendToFilesInTime()
      return recorder
    }
  }
}
