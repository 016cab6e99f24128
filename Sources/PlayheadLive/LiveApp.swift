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
final class LiveApp: DebuggedApp {
  private let recording: Recording
  let entry: AppEntry
  private let control: any AppControl
  private let onChange: @Sendable (LivePosition) -> Void
  private let state = Mutex(State())
  /// The session as the second instance of the stores replays it. One thread at a time performs.
  private let session: LiveSession

  private struct State {
    var hold = LivePosition.live
    var keeping: [String] = []
    /// The app's newest states, while it shows others, and how often stores had come and gone by then.
    var newest = AppSnapshot()
    var storeChangeCount = 0
    /// Whether nobody serves the app any more.
    var isEnded = false
  }

  init(
    _ recording: Recording, _ entry: AppEntry, _ control: any AppControl,
    _ onChange: @escaping @Sendable (LivePosition) -> Void
  ) {
    (self.recording, self.entry, self.control) = (recording, entry, control)
    self.onChange = onChange
    session = LiveSession(recording, entry)
  }

  /// Remembers secrets from now on.
  func begin() { session.rememberSecrets(of: control.snapshot()?.states ?? [:]) }

  /// Lets the app go on from its newest state, for good.
  func end() {
    switch hold {
    case .live: break
    case .locked: try? unlock()
    case .traveling: try? resume(from: .now)
    }
    state.withLock { $0.isEnded = true }
    session.forgetSecrets()
  }

  var position: AppPosition {
    state.withLock { state in
      var position = AppPosition()
      switch state.hold {
      case .live: position.position = .live
      case .locked: position.position = .locked
      case .traveling(let step): (position.position, position.step) = (.traveling, step)
      }
      position.keeping = state.keeping
      position.refused = recording.refusedCount
      position.canDispatch = control.canDispatch
      return position
    }
  }

  func perform(_ command: AppCommand) throws -> AppPosition {
    if state.withLock({ $0.isEnded }) { throw LiveError.ended }
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
    return position
  }

  private var hold: LivePosition { state.withLock { $0.hold } }

  private func requireLive() throws {
    switch hold {
    case .live: return
    case .locked: throw LiveError.locked
    case .traveling(let step): throw LiveError.traveling(step)
    }
  }

  // MARK: Traveling

  private func travel(to step: Step) throws {
    try requireAgreement()
    let states = try session.states(at: step)
    try Task.checkCancellation()
    try setStates(states) { [self] newest in
      state.withLock { state in
        (state.hold, state.newest) = (.traveling(step: step.number), newest)
        state.keeping = newest.states.keys.filter { states[$0] == nil }.sorted()
      }
    }
  }

  /// Throws if a replay of a short session does not lead to the app's newest states. A longer one has digests of states.
  private func requireAgreement() throws {
    var newest: (states: AppSnapshot, step: Step)?
    try control.run { [self] in
      try recording.betweenTurns { [self] in
        guard recording.acceptsActions, recording.hasStatesOfLastStep else { return }
        newest = control.snapshot().map { ($0, recording.step) }
      }
    }
    if let newest { try session.requireAgreement(with: newest.states.states, at: newest.step) }
  }

  /// Gives the app these states, and refuses actions. Stores without one get their newest. Calls `note` with the newest
  /// states. If the states do not fit, the app keeps those that it had.
  private func setStates(
    _ states: [String: any Codable & Sendable], _ note: @escaping (AppSnapshot) -> Void
  ) throws {
    try changing { [self] in
      let known = state.withLock { state in
        if case .traveling = state.hold { state.newest } else { nil as AppSnapshot? }
      }
      guard let now = control.snapshot() else { throw LiveError.unknownState }
      let newest = known?.adding(now) ?? now
      let wasLive = hold == .live
      recording.setHeld(true)
      do {
        try control.restore(newest, states)
      } catch {
        try? control.restore(newest, [:])
        if wasLive { recording.setHeld(false) }
        if known != nil { state.withLock { $0.hold = .locked } }
        throw error
      }
      if known == nil {
        let count = recording.storeChangeCount
        state.withLock { $0.storeChangeCount = count }
      }
      note(newest)
    }
  }

  private static let storesWhileHeld =
    "stores came or went while the app showed an earlier state"

  private func resume(from origin: AppCommand.Origin) throws {
    guard case .traveling(let step) = hold else { throw LiveError.notTraveling }
    let (newest, count) = state.withLock { ($0.newest, $0.storeChangeCount) }
    switch origin {
    case .now:
      try goOn { [self] in
        try control.restore(newest, [:])
        guard recording.storeChangeCount != count else { return }
        // The log has the states with which they came.
        recording.setStates(newest.states, because: Self.storesWhileHeld)
      }
    case .here:
      guard recording.isOnlyOne else { throw LiveError.otherRecording }
      let states = try session.states(at: Step(step))
      try goOn { [self] in
        let haveStoresChanged = recording.storeChangeCount != count
        if haveStoresChanged { try control.restore(AppSnapshot(), states) }
        let all = newest.states.merging(states) { $1 }
        recording.jump(to: Step(step), all)
        // The log has the states with which they came.
        if haveStoresChanged { recording.setStates(all, because: Self.storesWhileHeld) }
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
    guard hold == .live else { return }
    try changing { [self] in
      recording.setHeld(true)
      state.withLock { $0.hold = .locked }
    }
  }

  private func unlock() throws {
    if case .traveling(let step) = hold { throw LiveError.traveling(step) }
    try goOn {}
  }

  /// Runs `body` where the app can be changed, while it handles no action, and reports the new position.
  private func changing(_ body: @escaping () throws -> Void) throws {
    let before = hold
    try control.run { [self] in
      try recording.betweenTurns(body)
      let after = hold
      if after != before { onChange(after) }
    }
  }

  // MARK: Other sessions

  private func loadState(of path: String) throws {
    try requireLive()
    guard recording.isOnlyOne else { throw LiveError.otherRecording }
    let (states, log) = try session.lastStates(of: path)
    try setStates(states) { [self] newest in
      recording.setStates(
        newest.states.merging(states) { $1 }, because: "the last states of '\(log)' were loaded")
      recording.setHeld(false)
    }
  }

  private func loadActions(of path: String) throws {
    try requireLive()
    var isMarked = false
    try session.forEachAction(of: path) { action, store in
      if !isMarked { recording.mark("the actions of '\(path)' follow") }
      isMarked = true
      try Task.checkCancellation()
      try control.run { [control] in try control.dispatch(action, to: store, asUser: false) }
    }
  }
}

/// Why a running app does not do what a client asks.
enum LiveError: Error, CustomStringConvertible {
  /// The recording has stores of the app's own, and an app on PlayheadFlux was given.
  case ownStores
  case dispatchers
  case flightRecorder
  case releaseBuild
  case otherRecording
  case ended
  case locked
  case traveling(UInt64)
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
    case .releaseBuild:
      "this is a release build; 'LiveOptions.servesReleaseBuilds' serves it all the same"
    case .otherRecording:
      "the dispatcher has another recording, whose log would not have the other states; close that one first"
    case .ended: "the app is not served any more"
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
