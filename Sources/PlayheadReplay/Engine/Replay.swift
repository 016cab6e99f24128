public import PlayheadCoding
public import PlayheadFlux
public import PlayheadLog

/// A log as a place to move around in: the app's stores, put into the state of any step.
///
/// A state is rebuilt from the nearest checkpoint at or before it and the actions since. Nothing
/// else happens: middleware does not run, dates and random numbers come from the log.
/// Not safe for use from several threads at once.
///
/// ```swift
/// let replay = try Replay(LogReader(path: "checkout.playhead"), of: Shop.self)
/// try replay.go(to: 119)
/// let changes = try replay.diff(from: 119, to: 120)
/// ```
public final class Replay {
  /// The log.
  public let log: LogReader
  /// The step whose state the stores are in.
  public private(set) var position: Step = .initial
  /// The first action whose stores drew something else than the log has, among those passed so far.
  public private(set) var firstDrawFault: (step: Step, fault: DrawFault)?
  /// Told of every step on the way of a long seek, so that it can show progress, or stop the seek by
  /// throwing: the position is then where it got to.
  public var onStep: (Step) throws -> Void = { _ in }

  private let player: any Replayable
  private let timeline: Timeline
  private let encoding = StateEncoding()
  private var checkpoints = MemoryCheckpoints()

  /// A fresh app of this type, at the log's initial state: the first that it has.
  public convenience init(_ log: LogReader, of app: any App.Type) throws {
    try self.init(log, with: DispatcherPlayer(app))
  }

  /// Any app that can be replayed, put into the log's initial state: the first that it has.
  public init(_ log: LogReader, with player: any Replayable) throws {
    self.log = log
    self.player = player
    timeline = try Timeline(log, player)
    try restore(try timeline.firstCheckpoint())
  }

  // MARK: Moving

  /// Puts the stores into the state of `step`. Throws `LogError.noStep` beyond the end,
  /// `LogError.inGap` where nothing was recorded (the state at the end of a gap was), `LogError.lost`
  /// where it is damaged, and `ReplayError.noState` behind that, up to the next state in the log.
  public func go(to step: Step) throws {
    guard step != position else { return }
    if !timeline.hasState(of: step) { _ = try log.chunk(holding: step) }
    try approach(step)
    try timeline.play(from: position, to: step) { action, fault in
      position = action.step
      if let fault, firstDrawFault == nil { firstDrawFault = (position, fault) }
      if checkpoints.wants(position) { checkpoints.keep(player.states, at: position) }
      try onStep(position)
    }
  }

  /// Goes one step on. Returns false at the end.
  @discardableResult public func stepForward() throws -> Bool {
    guard let next = timeline.next(after: position) else { return false }
    try go(to: next)
    return true
  }

  /// Goes one step back. Returns false at the start.
  @discardableResult public func stepBack() throws -> Bool {
    guard let previous = timeline.previous(before: position) else { return false }
    try go(to: previous)
    return true
  }

  /// Restores the best state to go on from, unless that is where the stores are.
  private func approach(_ step: Step) throws {
    let start = max(timeline.runStart(of: step), try timeline.checkpoint(atOrBefore: step).step)
    let kept = checkpoints.last(atOrBefore: step)
    let best = max(start, kept?.step ?? .initial)
    if position <= step, position >= best { return }
    if let kept, kept.step >= start {
      try timeline.restore(kept.states, at: kept.step)
      position = kept.step
    } else {
      try restore(try timeline.checkpoint(atOrBefore: step))
    }
  }

  private func restore(_ checkpoint: Checkpoint) throws {
    try timeline.restore(try timeline.states(of: checkpoint), at: checkpoint.step)
    position = checkpoint.step
  }

  // MARK: States

  /// The names of the stores, in the order of their digests.
  public var stores: [String] { player.stores }

  /// The present state as a tree: a field per store.
  public func state() throws -> Value {
    let trees = try encoding.trees(of: player, at: position)
    return .record(zip(player.stores, trees).map { Value.Field($0, $1) })
  }

  /// The names and present states of the stores that there have been so far, by the log's numbers.
  func loggedStates() throws -> [(store: String, state: any Codable & Sendable)] {
    try timeline.loggedStates(at: position)
  }

  /// The state at `step` as a tree.
  public func state(at step: Step) throws -> Value {
    try go(to: step)
    return try state()
  }

  /// What changed between two steps, either of which may be the earlier.
  public func diff(from: Step, to: Step) throws -> Diff {
    let old = try state(at: from)
    return Diff(from: old, to: try state(at: to))
  }

  /// The digest of each store's present state.
  public func digests() throws -> [Digest] {
    try encoding.bytes(of: player.states, player.stores, at: position)
      .map { bytes in bytes.withUnsafeBytes { Digest(canonical: $0) } }
  }
}
