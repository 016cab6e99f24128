public import Foundation
public import Playhead

/// Records a feature of the Composable Architecture. It knows nothing of that library, so that it can be tested
/// without it.
public final class FeatureRecorder<State: Codable & Sendable> {
  private let url: URL
  private let app: String
  private let options: RecordingOptions
  private var state: State?
  private var recording: Recording?
  /// Why nothing is recorded; nil if all is well.
  public private(set) var error: (any Error)?

  /// A recorder that makes the log at `url` at the first action. `app` is the app's name, by which a debugger
  /// finds its reducer.
  public init(to url: URL, app: String, options: RecordingOptions = RecordingOptions()) {
    (self.url, self.app, self.options) = (url, app, options)
  }

  /// Records `action` around `body`, which changes the state.
  public func reduce<Action, Result>(
    _ state: inout State, _ action: Action, _ body: (inout State) -> Result
  ) -> Result {
    if recording == nil, error == nil { begin(state) }
    guard let recording else { return body(&state) }
    return recording.record(action) {
      let result = body(&state)
      self.state = state
      return result
    }
  }

  /// Ends the recording and completes the log.
  public func stop() throws {
    try recording?.close()
    recording = nil
  }

  private func begin(_ state: State) {
    self.state = state
    do {
      recording = try Recording(to: url, app: app, stores: [app], options: options) {
        [unowned self] in [self.state].compactMap { $0 }
      }
    } catch {
      self.error = error
    }
  }
}
