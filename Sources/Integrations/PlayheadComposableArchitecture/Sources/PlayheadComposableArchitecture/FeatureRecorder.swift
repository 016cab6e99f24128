public import Foundation
public import Playhead

/// Records a feature of the Composable Architecture. It knows nothing of that library, so that it can be tested
/// without it. If the state is another one at an action than after the action before, and is `Equatable`, the log has it
/// too.
public final class FeatureRecorder<State: Codable & Sendable> {
  private let app: String
  private let options: RecordingOptions
  private let record: (State) throws -> Recording
  private var phase = Phase.waiting
  /// The state after the last action.
  private var last: State?

  /// Called when the recording begins, to serve the running app for example.
  public var onRecording: (Recording) -> Void = { _ in }
  /// What a debugger wants to be shown.
  private var shown: State?

  private enum Phase {
    /// For the first action.
    case waiting
    case recording(Recording)
    /// The log could not be made.
    case failed(any Error)
    case stopped
  }

  /// A recorder that makes a log for each launch, at the first action. The log is in `folder`, by default one that is
  /// made for logs. Old logs are deleted, as `options` say. `app` is the app's name, by which a debugger finds its
  /// reducer. If the log cannot be made, `options.onFailure` is called, and ``stop()`` throws.
  public init(in folder: URL? = nil, app: String, options: RecordingOptions = RecordingOptions()) {
    (self.app, self.options) = (app, options)
    record = { try Recording(in: folder, app: app, stores: [app], options: options, states: [$0]) }
  }

  /// The same with a log at `url`, where no file may be.
  public init(to url: URL, app: String, options: RecordingOptions = RecordingOptions()) {
    (self.app, self.options) = (app, options)
    record = { try Recording(to: url, app: app, stores: [app], options: options, states: [$0]) }
  }

  /// Records `action` around `body`, which changes the state.
  ///
  /// While a debugger shows an earlier state, returns `refused` and leaves the action out.
  public func reduce<Action, Result>(
    _ state: inout State, _ action: Action, refused: Result, _ body: (inout State) -> Result
  ) -> Result {
    if case .waiting = phase { begin(state) }
    guard case .recording(let recording) = phase else { return body(&state) }
    guard recording.acceptsActions else {
      if let shown {
        (state, last, self.shown) = (shown, shown, nil)
      } else {
        recording.record(action) { [state] }
      }
      return refused
    }
    // Another reducer has changed the state since.
    if let last = last as? any Equatable, !last.equals(state), last.equals(last) {
      recording.addStore(app, state)
    }
    var result: Result?
    recording.record(action) {
      let new = body(&state)
      result = new
      last = state
      return [state]
    }
    // The recording always calls the handler, once.
    return result ?? body(&state)
  }

  /// Shows another state at the next action, which may be any, while a debugger holds the app.
  public func show(_ state: State?) { shown = state }

  /// Ends the recording for good and completes the log: later actions are handled, but not recorded.
  ///
  /// - Throws: `LogError` if the log could not be made or written, now or before.
  public func stop() throws {
    let former = phase
    (phase, last) = (.stopped, nil)
    switch former {
    case .waiting, .stopped: break
    case .recording(let recording): try recording.close()
    case .failed(let error): throw error
    }
  }

  private func begin(_ state: State) {
    do {
      let recording = try record(state)
      phase = .recording(recording)
      onRecording(recording)
    } catch {
      phase = .failed(error)
      options.onFailure(
        error as? LogError
          ?? .misused(path: app, reason: "the first state throws \(type(of: error))"))
    }
  }
}

extension Equatable {
  /// Whether a value of any type is this one.
  fileprivate func equals(_ other: Any) -> Bool { self == other as? Self }
}
