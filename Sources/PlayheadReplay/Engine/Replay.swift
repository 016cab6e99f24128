package import PlayheadCoding
public import PlayheadFlux
public import PlayheadLog
public import PlayheadValues

/// A log as a place to move around in: the app's stores, put into the state of any step.
///
/// A state is rebuilt from the nearest checkpoint at or before it and the actions since. Nothing
/// else happens: middleware does not run, dates and random numbers come from the log.
/// Not safe for use from several threads at once.
///
/// ```swift
/// let replay = try Replay(ActionLog(url), of: Shop.self)
/// try replay.go(to: 119)
/// let changes = try replay.diff(from: 119, to: 120)
/// ```
public final class Replay {
  /// The log.
  package let log: LogReader
  /// The step whose state the stores are in.
  public internal(set) var position: Step = .initial
  /// The first action whose stores drew something else than the log has, among those passed so far.
  public var firstDrawFault: (step: Step, fault: DrawFault)? { drawFaults.first }
  /// All of them.
  var drawFaults = DrawFaults()
  /// The first action, among those passed, that the app did not finish and whose stores now drew more values: the log does
  /// not tell its state.
  public internal(set) var firstUnfinished: Step?
  /// Called at every step of a seek, for progress. If it throws, the seek stops at that step.
  public var onStep: (Step) throws -> Void = { _ in }

  /// The step from which on the state is approximate, because an action or a store's state did not fit and was passed over;
  /// nil if it is exact. Only with ``DecodingPolicy/salvage``.
  public internal(set) var approximateSince: Step?
  /// What did not fit and was passed over on the way so far.
  public internal(set) var incompatibilities = Incompatibilities()

  /// Actions at which a store traps. To go to them or beyond throws `ReplayError.traps`, with the position in front of
  /// them.
  public var knownTraps: [KnownTrap] = []

  let player: any Replayable
  /// Whether each action is first applied to a copy of the state, which reveals objects that a state shares with its copy.
  var appliesTwice: Bool {
    get { timeline.appliesTwice }
    set { timeline.appliesTwice = newValue }
  }
  var timeline: Timeline
  let encoding = StateEncoding()
  var checkpoints: MemoryCheckpoints
  /// States that are kept in a file; nil if there is none.
  var archive: StateArchive? { didSet { checkpoints.isFileBeside = archive != nil } }
  /// How long it took to get one from there; nil before.
  var archiveCost: Duration?
  var pace: ReplayPace
  /// When states are kept.
  let policy: CheckpointPolicy
  /// What branches of it are made of.
  let keptChunk = KeptChunk()
  /// The last step whose states may come from `archive`, which is the recording's; nil for all.
  let archiveEnd: Step?
  /// The states of `position` while another replay has the stores; nil if the stores are in them.
  var parked: [any Codable & Sendable]?

  /// A fresh app of this type, at the log's initial state: the first that it has. `decoding` says what
  /// becomes of actions that do not fit the app as it is now.
  public convenience init(
    _ log: ActionLog, of app: any ReplayableApp.Type, decoding: DecodingPolicy = .usual
  ) throws {
    try self.init(log.reader, of: app, decoding: decoding)
  }

  /// The same for a log that a tool has opened.
  package convenience init(
    _ log: LogReader, of app: any ReplayableApp.Type, decoding: DecodingPolicy = .usual
  ) throws {
    try self.init(log, with: DispatcherPlayer(app), decoding: decoding)
  }

  /// Any app that can be replayed, put into the log's initial state: the first that it has. `decoding`
  /// says what becomes of actions that do not fit the app as it is now; `strict` reads all of the log
  /// first.
  public convenience init(
    _ log: ActionLog, with player: any Replayable, decoding: DecodingPolicy = .usual
  ) throws {
    try self.init(log.reader, with: player, decoding: decoding)
  }

  /// The same for a log that a tool has opened, with this policy of keeping states.
  package init(
    _ log: LogReader, with player: any Replayable, decoding: DecodingPolicy = .usual,
    policy: CheckpointPolicy = CheckpointPolicy()
  ) throws {
    (self.log, self.player, self.policy, archiveEnd) = (log, player, policy, nil)
    checkpoints = MemoryCheckpoints(policy)
    pace = ReplayPace(look: policy.spacing / 8)
    if decoding == .strict { try Compatibility(log, with: player).requireFine(of: log) }
    timeline = try Timeline(log, player, decoding)
    try restore(try timeline.firstCheckpoint())
  }

  /// A branch of a recording, which uses its stores while they are lent. It begins with the known states up to its base, or
  /// with those of `sharing` up to a step.
  init(
    _ draws: BranchDraws, of recording: Replay, sharing: (replay: Replay, end: Step)? = nil,
    policy: CheckpointPolicy? = nil
  ) throws {
    log = try LogReader(draws.plan, of: recording.log, recording.keptChunk)
    (player, self.policy) = (recording.player, policy ?? recording.policy)
    // In the state of the base itself, stores may be lacking that come right behind it now.
    checkpoints =
      sharing.map { $0.replay.checkpoints.before($0.end) }
      ?? recording.checkpoints.before(draws.base)
    archiveEnd = draws.base.previous
    pace = ReplayPace(look: self.policy.spacing / 8)
    timeline = Timeline(recording.timeline, log, draws)
    archive = recording.archive
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
  package func digests() throws -> [Digest] {
    try encoding.bytes(of: player.states, player.stores, at: position)
      .map(Digest.init(bytes:))
  }
}
