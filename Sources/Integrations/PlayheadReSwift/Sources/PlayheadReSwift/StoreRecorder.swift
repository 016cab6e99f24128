public import Foundation
public import Playhead
public import ReSwift

/// Records the actions of a ReSwift store.
///
/// It wraps the reducer, not `dispatch`, so that the log has what changes the state, after all middleware. Use
/// it on the store's thread.
public final class StoreRecorder<State: Codable & Sendable> {
  private let original: ReSwift.Reducer<State>
  private var state: State?
  private var recording: Recording?

  /// A recorder for a store with this reducer.
  public init(reducer: @escaping ReSwift.Reducer<State>) { original = reducer }

  /// The reducer for the store. Without a recording, it calls the original one.
  public var reducer: ReSwift.Reducer<State> { { [self] in reduce($0, $1) } }

  /// Records from now on, from this state of the store.
  ///
  /// - Parameters:
  ///   - url: The log.
  ///   - app: The app's name, by which a debugger finds its reducer.
  ///   - state: The store's current state.
  ///   - options: What else to write.
  public func record(
    to url: URL, app: String, state: State, options: RecordingOptions = RecordingOptions()
  ) throws {
    self.state = state
    recording = try Recording(to: url, app: app, stores: [app], options: options) {
      [unowned self] in
      [self.state].compactMap { $0 }
    }
  }

  /// Ends the recording and completes the log.
  public func stop() throws {
    try recording?.close()
    recording = nil
  }

  private func reduce(_ action: any ReSwift.Action, _ state: State?) -> State {
    guard let recording else { return original(action, state) }
    return recording.record(action) {
      let new = original(action, state)
      self.state = new
      return new
    }
  }
}
