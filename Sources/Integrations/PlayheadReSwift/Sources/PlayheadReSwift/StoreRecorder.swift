public import Foundation
public import Playhead
public import ReSwift

/// Records the actions of a ReSwift store.
///
/// It wraps the reducer, not `dispatch`, so that the log has what changes the state, after all middleware. Use
/// it on the store's thread.
public final class StoreRecorder<State: Codable & Sendable> {
  private let original: ReSwift.Reducer<State>
  /// The recording, to serve the running app for example.
  public private(set) var recording: Recording?
  private var isStopped = false

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
  /// - Throws: `LogError` if the log cannot be made, or if this recorder has recorded before.
  public func record(
    to url: URL, app: String, state: State, options: RecordingOptions = RecordingOptions()
  ) throws {
    try requireFirst(url)
    recording = try Recording(to: url, app: app, stores: [app], options: options, states: [state])
  }

  /// The same into a new log in a folder, by default Playhead's in the folder for what apps keep: a log per launch, of
  /// which the oldest are deleted.
  public func record(
    in folder: URL? = nil, app: String, state: State, options: RecordingOptions = RecordingOptions()
  ) throws {
    try requireFirst(folder)
    recording = try Recording(
      in: folder, app: app, stores: [app], options: options, states: [state])
  }

  private func requireFirst(_ url: URL?) throws {
    guard recording != nil || isStopped else { return }
    let reason = "a recorder records once, and this one has begun already"
    throw LogError.unwritable(path: url?.path ?? "the log's folder", reason: .content(reason))
  }

  /// Ends the recording for good and completes the log: later actions are handled, but not recorded.
  ///
  /// - Throws: `LogError` if the log could not be written, now or before.
  public func stop() throws {
    isStopped = true
    defer { recording = nil }
    try recording?.close()
  }

  /// An action that puts the store into a state, for a debugger of the running app. It is not recorded.
  public func showing(_ state: State) -> any ReSwift.Action { Show(state: state) }

  private struct Show: ReSwift.Action { var state: State }

  private func reduce(_ action: any ReSwift.Action, _ state: State?) -> State {
    if let show = action as? Show { return show.state }
    guard let recording else { return original(action, state) }
    // A debugger shows an earlier state.
    if let state, !recording.acceptsActions {
      recording.record(action) { [state] }
      return state
    }
    var result: State?
    recording.record(action) {
      let new = original(action, state)
      result = new
      return [new]
    }
    // The recording always calls the handler, once.
    return result ?? original(action, state)
  }
}
