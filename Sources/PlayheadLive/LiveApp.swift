import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import PlayheadServer
import PlayheadValues
import Synchronization

/// The running app for its clients: shows earlier states, and goes on from them.
final class LiveApp: RunningApp {
  private let recording: Recording
  let entry: AppEntry
  private let control: any AppControl
  private let onChange: @Sendable (LivePosition) -> Void
  private let state = Mutex(State())
  /// The session as the second instance of the stores replays it. One thread at a time performs.
  private let session: LiveSession

  private struct State {
    var position = AppPlace.Position.live
    var keeping: [String] = []
    /// The app's newest states, while it shows others.
    var newest = AppSnapshot()
  }

  init(
    _ recording: Recording, _ entry: AppEntry, _ control: any AppControl,
    _ onChange: @escaping @Sendable (LivePosition) -> Void
  ) {
    (self.recording, self.entry, self.control) = (recording, entry, control)
    self.onChange = onChange
    session = LiveSession(recording, entry)
    session.rememberSecrets(of: control.snapshot()?.states ?? [:])
  }

  var place: AppPlace {
    state.withLock { state in
      var place = AppPlace()
      (place.position, place.keeping) = (state.position, state.keeping)
      place.refused = recording.refusedCount
      return place
    }
  }

  func perform(_ command: AppCommand) throws -> AppPlace {
    switch command {
    case .travel(let step): try travel(to: step)
    case .resume(let origin): try resume(from: origin)
    case .lock: try lock()
    case .unlock: try unlock()
    case .mark(let text): recording.mark(text)
    case .dispatch(let type, let payload):
      try requireLive()
      let made = try session.action(type, payload)
      try control.run { [control] in
        try control.dispatch(made.action, to: made.store, asUser: true)
      }
    case .load(let path, .state): try loadState(of: path)
    case .load(let path, .actions): try loadActions(of: path)
    }
    return place
  }

  private var position: AppPlace.Position { state.withLock { $0.position } }

  private func requireLive() throws {
    switch position {
    case .live: return
    case .locked: throw LiveError.locked
    case .traveling(let step): throw LiveError.traveling(step)
    }
  }

  // MARK: Traveling

  private func travel(to step: Step) throws {
    let states = try session.states(at: step)
    try setStates(states) { [self] newest in
      state.withLock { state in
        (state.position, state.newest) = (.traveling(to: step), newest)
        state.keeping = newest.states.keys.filter { states[$0] == nil }.sorted()
      }
    }
  }

  /// Gives the app these states, and refuses actions. Stores without one get their newest. Calls `note` with the newest
  /// states. If the states do not fit, the app keeps those that it had.
  private func setStates(
    _ states: [String: any Codable & Sendable], _ note: @escaping (AppSnapshot) -> Void
  ) throws {
    try changing { [self] in
      let known = state.withLock { state in
        if case .traveling = state.position { state.newest } else { nil as AppSnapshot? }
      }
      guard let newest = known ?? control.snapshot() else { throw LiveError.unknownState }
      let wasLive = position == .live
      recording.setHeld(true)
      do {
        try newest.restore(states)
      } catch {
        try? newest.restore([:])
        if wasLive { recording.setHeld(false) }
        if known != nil { state.withLock { $0.position = .locked } }
        throw error
      }
      note(newest)
    }
  }

  private func resume(from origin: AppCommand.Origin) throws {
    guard case .traveling(let step) = position else { throw LiveError.notTraveling }
    switch origin {
    case .now:
      let newest = state.withLock { $0.newest }
      try goOn { try newest.restore([:]) }
    case .here:
      let states = try session.states(at: step)
      try goOn { [self] in
        // Stores may have come while the app showed this state.
        let known = state.withLock { $0.newest.states }
        try control.restore(states.filter { known[$0.key] == nil })
        recording.jump(to: step, states)
      }
    }
  }

  private func goOn(_ body: @escaping () throws -> Void) throws {
    try changing { [self] in
      try body()
      state.withLock { $0 = State() }
      recording.setHeld(false)
    }
  }

  private func lock() throws {
    guard position == .live else { return }
    try changing { [self] in
      recording.setHeld(true)
      state.withLock { $0.position = .locked }
    }
  }

  private func unlock() throws {
    if case .traveling(let step) = position { throw LiveError.traveling(step) }
    try goOn {}
  }

  /// Runs `body` where the app can be changed, while it handles no action, and reports the new position.
  private func changing(_ body: @escaping () throws -> Void) throws {
    let before = position
    try control.run { [self] in
      try recording.betweenTurns(body)
      let after = position
      if after != before { onChange(LivePosition(after)) }
    }
  }

  // MARK: Other sessions

  private func loadState(of path: String) throws {
    try requireLive()
    let (states, log) = try session.lastStates(of: path)
    try setStates(states) { [self] _ in
      recording.setStates(states, because: "the last states of '\(log)' were loaded")
      recording.setHeld(false)
    }
  }

  private func loadActions(of path: String) throws {
    try requireLive()
    recording.mark("the actions of '\(path)' follow")
    try session.forEachAction(of: path) { action, store in
      try control.run { [control] in try control.dispatch(action, to: store, asUser: false) }
    }
  }
}

extension LivePosition {
  init(_ position: AppPlace.Position) {
    self =
      switch position {
      case .live: .live
      case .locked: .locked
      case .traveling(let step): .traveling(step: step.number)
      }
  }
}

/// Why a running app does not do what a client asks.
enum LiveError: Error, CustomStringConvertible {
  /// The recording has stores of the app's own, and an app on PlayheadFlux was given.
  case ownStores
  case dispatchers
  case flightRecorder
  case locked
  case traveling(Step)
  case notTraveling
  case unknownState
  case noDispatch
  case noAnswer
  case otherApp(String, log: String, recorded: String)

  var description: String {
    switch self {
    case .ownStores:
      "this recording has stores of the app's own: serve it with an 'AppEntry' and a function that sets the states"
    case .flightRecorder:
      "this recording keeps only its end, so earlier states may be gone; serve a recording that keeps everything"
    case .dispatchers: "this recording is that of a dispatcher: serve it with the app's type alone"
    case .locked: "the app is locked and takes no actions; unlock it first"
    case .traveling(let step):
      "the app shows the state of step \(step) and takes no actions; go back to now, or go on from here, first"
    case .notTraveling: "the app shows its newest state already"
    case .unknownState:
      "the app's newest state is unknown until its next action, so nothing could bring it back; try again after that"
    case .noDispatch: "this app was served without a function that dispatches actions"
    case .noAnswer:
      "the app has not answered for \(AppThread.limit.components.seconds) seconds; its main thread may be busy or stopped "
        + "in a debugger"
    case .otherApp(let app, let log, let recorded):
      "'\(log)' was recorded by '\(recorded)', and this app is '\(app)'"
    }
  }
}
