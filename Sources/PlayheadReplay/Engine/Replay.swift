package import PlayheadCoding
package import PlayheadReading
public import PlayheadFlux
public import PlayheadLog
public import PlayheadValues

/// A log that you can move around in: puts the app's stores into the state of any step.
///
/// Rebuilds a state from the nearest checkpoint at or before the step and the actions since. Nothing else
/// happens: middleware does not run, and dates and random numbers come from the log.
/// Not safe for use from several threads at once.
///
/// ```swift
/// let replay = try Replay(ActionLog(url), of: Shop.self)
/// try replay.go(to: 119)
/// let changes = try replay.diff(from: 119, to: 120)
/// ```
public final class Replay {
  /// The actions: those of a log, or of a branch.
  package let log: any ActionSource
  /// The step of the stores' current state.
  public internal(set) var position: Step = .initial
  /// The first action passed so far with draws that differ from the log.
  public internal(set) var firstDrawFault: (step: Step, fault: DrawFault)?
  /// The first action passed that the app did not finish and that drew more values now: its state is unknown.
  public internal(set) var firstUnfinished: Step?
  /// The first state passed so far that is not the recorded one, by the digests that the log has of states.
  public internal(set) var stateMismatch: StateMismatch?
  /// Called when such a state is found, and later on the way to a state that may be wrong because of it.
  package var onMismatch: (StateMismatch) throws -> Void = { _ in }
  /// Called at every step of a seek, for progress. If it throws, the seek stops at that step.
  public var onStep: (Step) throws -> Void = { _ in }

  /// The step from which the state is approximate, because an action or a store's state did not fit and was
  /// skipped; nil if the state is exact. Only with ``DecodingPolicy/salvage``.
  public internal(set) var approximateSince: Step?
  /// What did not fit and was skipped so far.
  public internal(set) var incompatibilities = Incompatibilities()

  /// Actions at which a store traps. Going to one or beyond throws `ReplayError.traps` and stops before it.
  public var knownCrashes: [KnownCrash] = [] { didSet { endWithoutStops = nil } }

  /// The paths at which the last search found a value.
  package internal(set) var foundPaths: Set<StatePath> = []

  let player: any Replayable
  /// The player, if it plays a dispatcher.
  package var dispatcherPlayer: DispatcherPlayer? { player.dispatcherPlayer }
  /// The app's name of the store that the log calls `name`.
  package func currentName(ofStore name: String) -> String {
    dispatcherPlayer?.upgrades.currentName(of: name) ?? name
  }
  var timeline: Timeline
  let encoding = StateEncoding()
  /// The last step that can be reached from `position` by actions alone, if it is known.
  var endWithoutStops: Step?
  /// The current state, if it was copied.
  var lastCopy: (step: Step, state: TrackedValue)?
  let comparison = TrackedComparison()
  var checkpoints: MemoryCheckpoints
  /// The file with kept states; nil if there is none.
  var archive: StateArchive? { didSet { checkpoints.isFileBeside = archive != nil } }
  /// How long the last state from the file took; nil before the first.
  var archiveCost: Duration?
  var timer: ReplayTimer
  /// The digests that the replay passes.
  var digestCheck = DigestCheck()
  /// When to keep states.
  let policy: CheckpointPolicy
  /// The last step whose states may come from `archive`, which is the recording's; nil for all steps.
  let archiveEnd: Step?
  /// The states of `position` while another replay uses the stores; nil if the stores are in them.
  var parked: [any Codable & Sendable]?

  /// Creates an app of this type and puts it into the log's first state. `decoding` says what becomes of
  /// actions that do not fit this build.
  public convenience init(
    _ log: ActionLog, of app: any ReplayableApp.Type, decoding: DecodingPolicy = .usual
  ) throws {
    try self.init(log.source, of: app, decoding: decoding)
  }

  /// The same, for a log that a tool opened.
  package convenience init(
    _ log: any ActionSource, of app: any ReplayableApp.Type, decoding: DecodingPolicy = .usual
  ) throws {
    try self.init(log, with: DispatcherPlayer(app), decoding: decoding)
  }

  /// Puts any replayable app into the log's first state. `decoding` says what becomes of actions that do not
  /// fit this build; `strict` reads the whole log first.
  public convenience init(
    _ log: ActionLog, with player: any Replayable, decoding: DecodingPolicy = .usual
  ) throws {
    try self.init(log.source, with: player, decoding: decoding)
  }

  /// The same, for a log that a tool opened, with a policy for keeping states.
  package init(
    _ log: any ActionSource, with player: any Replayable, decoding: DecodingPolicy = .usual,
    policy: CheckpointPolicy = CheckpointPolicy()
  ) throws {
    (self.log, self.player, self.policy, archiveEnd) = (log, player, policy, nil)
    checkpoints = MemoryCheckpoints(policy)
    timer = ReplayTimer(look: policy.spacing / 8)
    try decoding.require(log, for: player)
    timeline = try Timeline(log, player, decoding)
    try restore(try timeline.firstCheckpoint())
  }

  /// The log of `other`, which has grown since. Takes over its stores and the states that it has kept; `other` must not be
  /// used any more. Nil if the log has stores by now that `other` did not have.
  package init?(_ log: any ActionSource, continuing other: Replay) throws {
    let stores = other.player.stores
    guard let timeline = try Timeline(log, continuing: other.timeline),
      other.player.stores == stores
    else { return nil }
    (self.log, player, policy, archiveEnd) = (log, other.player, other.policy, nil)
    self.timeline = timeline
    timer = ReplayTimer(look: policy.spacing / 8)
    (position, stateMismatch) = (other.position, other.stateMismatch)
    (firstDrawFault, incompatibilities) = (other.firstDrawFault, other.incompatibilities)
    approximateSince = other.approximateSince
    // The log has the end of the last action by now, and what came after it.
    let end = min(other.firstUnfinished ?? other.log.lastStep, other.log.lastStep)
    checkpoints = other.checkpoints.before(end)
    timeline.resumptions.keepAll(of: other.timeline.resumptions, before: end)
    guard position >= end else { return }
    if let kept = checkpoints.last(atOrBefore: end) {
      try restore(kept.states, at: kept.step, kept.approximateSince)
    } else {
      try restore(try timeline.firstCheckpoint())
    }
  }

  /// A branch of a recording. Uses the recording's stores while they are lent. Begins with the states kept
  /// before the base, or with those of `sharing` before a step.
  init(
    _ branch: BranchActions, of recording: Replay, sharing: (replay: Replay, end: Step)? = nil,
    policy: CheckpointPolicy? = nil
  ) throws {
    log = branch
    (player, self.policy) = (recording.player, policy ?? recording.policy)
    // The state of the base itself may lack stores that now arrive right after it.
    checkpoints =
      sharing.map { $0.replay.checkpoints.before($0.end) }
      ?? recording.checkpoints.before(branch.base)
    archiveEnd = branch.base.previous
    timer = ReplayTimer(look: self.policy.spacing / 8)
    timeline = Timeline(recording.timeline, branch)
    archive = recording.archive
    stateMismatch = recording.stateMismatch.flatMap { $0.lastAgreed < branch.base ? $0 : nil }
    if let kept = checkpoints.entries.first {
      (position, parked, approximateSince) = (kept.step, kept.states, kept.approximateSince)
    } else {
      let first = try timeline.firstCheckpoint()
      let states = try timeline.states(of: first)
      (position, parked) = (first.step, states.all)
      approximateSince = states.incompatibilities.isEmpty ? nil : first.step
    }
  }

  // MARK: States

  /// The names of the stores, in the order of their digests.
  public var stores: [String] { player.stores }

  /// The current state as a tree, with a field per store.
  public func state() throws -> Value {
    .record(
      try zip(player.stores, player.states).map { store, state in
        Value.Field(store, try encoding.tree(of: state, store, at: position))
      })
  }

  /// The app's picture of the current state; nil if it has none.
  package var picture: Picture? { player.picture }

  /// The state at `step` as a tree.
  public func state(at step: Step) throws -> Value {
    try go(to: step)
    return try state()
  }

  /// The digest of each store's current state.
  package func digests() throws -> [Digest] {
    try encoding.bytes(of: player.states, player.stores, at: position)
      .map(Digest.init(bytes:))
  }
}
