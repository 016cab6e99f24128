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
  /// The first action in the midst of which the app stopped, among those passed so far, if its stores now
  /// drew values that they no longer got then: the log cannot say what its state would have been.
  public private(set) var firstUnfinished: Step?
  /// Told of every step on the way of a long seek, so that it can show progress, or stop the seek by
  /// throwing: the position is then where it got to.
  public var onStep: (Step) throws -> Void = { _ in }

  /// From which step on the states may not be what they were, up to the one of ``position``: an action
  /// was passed over there, or a store's state that did not fit. Nil if there is no such step; always nil
  /// unless the reading is ``Reading/salvage``.
  public private(set) var approximateSince: Step?
  /// What did not fit and was passed over on the way so far.
  public private(set) var misfits = Misfits()

  /// The actions that are not to be applied, because a store traps at them: to go to them or behind them
  /// throws `ReplayError.traps`, with the position in front of them.
  public var knownTraps: [KnownTrap] = []

  let player: any Replayable
  private(set) var timeline: Timeline
  private let encoding = StateEncoding()
  private var checkpoints: MemoryCheckpoints
  /// States that are kept in a file; nil if there is none.
  var archive: StateArchive?
  /// How long it took to get one from there; nil before.
  private var archiveCost: Duration?
  private var pace: ReplayPace
  /// When states are kept.
  let policy: CheckpointPolicy
  /// The states of `position` while a branch plays with the stores; nil if the stores are in them.
  private var statesAtHome: [any Codable & Sendable]?

  /// How many bytes the states may take that are kept in memory to go to others faster, as far as they
  /// are no part of the present one: 32 MiB unless it is set.
  public var checkpointBytes: Int {
    get { checkpoints.byteLimit }
    set { checkpoints.byteLimit = newValue }
  }

  /// A fresh app of this type, at the log's initial state: the first that it has. `reading` says what
  /// becomes of actions that do not fit the app as it is now.
  public convenience init(
    _ log: LogReader, of app: any App.Type, reading: Reading = .usual
  ) throws {
    try self.init(log, with: DispatcherPlayer(app), reading: reading)
  }

  /// Any app that can be replayed, put into the log's initial state: the first that it has. `reading`
  /// says what becomes of actions that do not fit the app as it is now; `strict` reads all of the log
  /// first.
  public convenience init(
    _ log: LogReader, with player: any Replayable, reading: Reading = .usual
  ) throws {
    try self.init(log, with: player, reading: reading, policy: CheckpointPolicy())
  }

  /// The same with another policy of keeping states.
  package init(
    _ log: LogReader, with player: any Replayable, reading: Reading = .usual,
    policy: CheckpointPolicy
  ) throws {
    (self.log, self.player, self.policy) = (log, player, policy)
    checkpoints = MemoryCheckpoints(policy)
    pace = ReplayPace(look: policy.spacing / 8)
    if reading == .strict { try Compatibility(log, with: player).requireFine(of: log) }
    timeline = try Timeline(log, player, reading)
    try restore(try timeline.firstCheckpoint())
  }

  // MARK: Moving

  /// Puts the stores into the state of `step`. Throws `LogError.noStep` beyond the end,
  /// `LogError.inGap` where nothing was recorded (the state at the end of a gap was), `LogError.lost`
  /// where it is damaged, and `ReplayError.noState` behind that, up to the next state in the log.
  public func go(to step: Step) throws {
    try avoidingDamage { try move(to: step) }
  }

  private func move(to step: Step) throws {
    guard step != position else { return }
    if step != log.initialStep, !timeline.hasState(of: step) { _ = try log.chunk(holding: step) }
    try approach(step)
    try play(to: step)
  }

  private func play(to step: Step) throws {
    try playing(to: step) { try onStep(position) }
  }

  /// Goes on to `step`, which comes after the present one without a gap, and lets `body` look at the state
  /// after each action. Throws `LogError.damaged` where one on the way turns out to be damaged.
  func follow(to step: Step, _ body: (Step) throws -> Void) throws {
    try playing(to: step) {
      let moment = pace.moment
      try body(position)
      pace.leaveOut(since: moment)
    }
  }

  /// Applies the actions up to `step`, and does `body` after each.
  private func playing(to step: Step, _ body: () throws -> Void) throws {
    pace.begin()
    defer {
      pace.end()
      keepCheckpointIfDue()
    }
    let trap = knownTraps.filter { $0.step > position && $0.step <= step }
      .min { $0.step < $1.step }
    let last = trap?.step.previous ?? step
    try timeline.play(from: position, to: last) { action, passage in
      position = action.step
      note(action, passage)
      if pace.pass() { keepCheckpointIfDue() }
      try body()
    }
    if let trap { throw ReplayError.traps(trap, try? log.entry(at: trap.step).type) }
  }

  /// How long replaying took so far, as far as the clock was asked.
  var replayTime: Duration { pace.total }

  /// Takes in which actions turned out to be damaged since the last time. Returns whether there were any.
  func learnOfDamage() -> Bool { timeline.learnOfDamage() }

  private func keepCheckpointIfDue() {
    guard checkpoints.wants(position, after: pace.elapsed) else { return }
    checkpoints.keep(
      .init(
        step: position, states: player.states, approximateSince: approximateSince,
        cost: pace.elapsed))
    pace.restart()
  }

  /// Does `body`, and does it again where actions on its way turn out to be damaged: there may be a state
  /// behind them to go on from, and if not, `body` says what is lost.
  private func avoidingDamage<T>(_ body: () throws -> T) throws -> T {
    while true {
      do {
        return try body()
      } catch LogError.damaged where timeline.learnOfDamage() {}
    }
  }

  private func note(_ action: LoggedAction, _ passage: Timeline.Passage) {
    if let fault = passage.fault, firstDrawFault == nil { firstDrawFault = (position, fault) }
    if passage.lacksDraws { firstUnfinished = firstUnfinished ?? position }
    guard passage.isPassedOver || !passage.misfits.isEmpty else { return }
    approximateSince = approximateSince ?? position
    if passage.isPassedOver { misfits.add(action.type, at: position) }
    misfits.add(passage.misfits)
  }

  /// Goes one step on. Returns false at the end.
  @discardableResult public func stepForward() throws -> Bool {
    try avoidingDamage {
      guard let next = timeline.next(after: position) else { return false }
      try move(to: next)
      return true
    }
  }

  /// Goes one step back. Returns false at the start.
  @discardableResult public func stepBack() throws -> Bool {
    try avoidingDamage {
      guard let previous = timeline.previous(before: position) else { return false }
      try move(to: previous)
      return true
    }
  }

  /// Restores the best state to go on from, unless that is where the stores are.
  private func approach(_ step: Step) throws {
    let start = max(timeline.runStart(of: step), try timeline.checkpoint(atOrBefore: step).step)
    let kept = checkpoints.last(atOrBefore: step)
    let best = max(start, kept?.step ?? .initial)
    let isNear = position <= step && position >= best
    if try restoreArchived(between: isNear ? position : best, and: step) || isNear { return }
    if let kept, kept.step >= start {
      try restore(kept.states, at: kept.step, kept.approximateSince)
    } else {
      try restore(try timeline.checkpoint(atOrBefore: step))
    }
  }

  /// Restores a state from the file if that is faster than to replay from `best`.
  private func restoreArchived(between best: Step, and step: Step) throws -> Bool {
    guard let archive, let found = try? archive.step(atOrBefore: step), found > best else {
      return false
    }
    if let archiveCost, let perAction = pace.perAction,
      perAction * Int(found.number - best.number) < archiveCost
    {
      return false
    }
    let clock = ContinuousClock()
    let begin = clock.now
    let states = try? archive.states(at: found) { store, decoder in
      try player.decodeState(of: store, from: decoder)
    }
    guard let states, states.count == player.stores.count else {
      // It is damaged: what it has is made anew by replaying.
      self.archive = nil
      return false
    }
    try restore(states, at: found, nil)
    archiveCost = begin.duration(to: clock.now)
    return true
  }

  private func restore(
    _ states: [any Codable & Sendable], at step: Step, _ approximateSince: Step?
  ) throws {
    try timeline.restore(states, at: step)
    position = step
    self.approximateSince = approximateSince
    pace.restart()
  }

  private func restore(_ checkpoint: Checkpoint) throws {
    let states = try timeline.states(of: checkpoint)
    try restore(states.all, at: checkpoint.step, states.misfits.isEmpty ? nil : checkpoint.step)
    misfits.add(states.misfits)
  }

  // MARK: Branches

  /// Does `body`, which may move, and let branches play with the stores, and comes back. Costs a copy of the
  /// states, which shares what does not change.
  func comingBack<T>(_ body: () throws -> T) throws -> T {
    let (states, step, since) = (player.states, position, approximateSince)
    let result = Result { try body() }
    statesAtHome = nil
    try timeline.restore(states, at: step)
    (position, approximateSince) = (step, since)
    return try result.get()
  }

  /// Lets a branch put the stores into other states, until `returnToPosition`.
  func leavePosition() {
    if statesAtHome == nil { statesAtHome = player.states }
  }

  /// Puts the stores back into the states of `position`, if a branch took them elsewhere.
  func returnToPosition() throws {
    guard let states = statesAtHome else { return }
    try timeline.restore(states, at: position)
    statesAtHome = nil
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

  /// The digest of each store's present state.
  public func digests() throws -> [Digest] {
    try encoding.bytes(of: player.states, player.stores, at: position)
      .map { bytes in bytes.withUnsafeBytes { Digest(canonical: $0) } }
  }
}
