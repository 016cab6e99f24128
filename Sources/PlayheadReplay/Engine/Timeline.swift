import PlayheadReading
import PlayheadLog

/// The log as a player moves along it: which step follows which, and the states in the log.
struct Timeline {
  private(set) var log: any ActionSource
  /// What makes the log a branch of a recording; nil for the recording itself.
  private(set) var branch: BranchActions?
  /// Whether to apply each action to a copy of the state first. That reveals objects that both states share.
  var appliesTwice = false
  let decoding: DecodingPolicy
  let player: any Replayable
  /// Which stores handle which actions.
  private(set) var storeLists: StoreListHistory
  /// The places at which the session went on from earlier steps.
  let resumptions: Resumptions
  /// Reads actions for a replay that goes step by step.
  let reader = StepReader()
  private var steps: [ClosedRange<Step>]
  private(set) var checkpoints: StoredCheckpoints
  let stored: StoredStates
  /// The initial states of the player's stores, which they keep until the log has states for them.
  private let initialStates: [any Codable & Sendable]

  /// The `storeLists` are the log's, unless you pass others.
  init(
    _ log: any ActionSource, _ player: any Replayable, _ decoding: DecodingPolicy,
    storeLists: StoreListHistory? = nil
  ) throws {
    self.log = log
    self.player = player
    self.decoding = decoding
    self.storeLists = storeLists ?? log.storeLists
    steps = log.steps
    resumptions = Resumptions(log.resumptions)
    stored = try StoredStates(of: log, player)
    if decoding != .salvage { try stored.requireSameStores() }
    checkpoints = StoredCheckpoints(of: log, stored)
    initialStates = player.states
    // Where the log's beginning is lost, its first state brings its stores.
    if let epoch = try? self.storeLists.epoch(after: log.initialStep) { register(epoch) }
  }

  /// A log that has grown, with the same player in its current state. Nil if the log has gone back behind that.
  init?(_ log: any ActionSource, continuing other: Timeline) throws {
    (self.log, storeLists, steps) = (log, log.storeLists, log.steps)
    (player, decoding, appliesTwice) = (other.player, other.decoding, other.appliesTwice)
    guard log.lastStep >= other.log.lastStep else { return nil }
    resumptions = Resumptions(log.resumptions)
    stored = try StoredStates(of: log, player)
    guard stored.order.count == other.stored.order.count else { return nil }
    checkpoints = StoredCheckpoints(of: log, stored)
    initialStates = other.initialStates
  }

  /// The same player along a branch of the log.
  init(_ recording: Timeline, _ branch: BranchActions) {
    (log, self.branch, storeLists) = (branch, branch, branch.storeLists)
    (appliesTwice, decoding, player) = (
      recording.appliesTwice, recording.decoding, recording.player
    )
    (stored, initialStates) = (recording.stored, recording.initialStates)
    steps = branch.steps
    resumptions = Resumptions(
      branch.resumptions, like: recording.resumptions, before: branch.base)
    checkpoints = StoredCheckpoints(recording.checkpoints, upTo: branch.base, of: branch)
  }

  /// The steps you can replay, in order: runs of recorded actions, each from its first known state.
  var reachable: [ClosedRange<Step>] { checkpoints.reachable }

  /// Updates after new damage was found. Returns whether there is any: then another way may succeed.
  mutating func updateAfterDamage() -> Bool {
    guard log.steps != steps else { return false }
    steps = log.steps
    checkpoints.updateAfterDamage()
    return true
  }

  /// The first state in the log: the initial one, unless it is lost.
  func firstCheckpoint() throws -> Checkpoint {
    if checkpoints.has(log.initialStep) { return try checkpoint(atOrBefore: log.initialStep) }
    guard let first = reachable.first?.lowerBound else {
      throw checkpoints.fault ?? ReplayError.noState(step: log.initialStep)
    }
    return try checkpoint(atOrBefore: first)
  }

  /// Registers the stores that handled actions after `step`, and sets their `states`.
  func restore(_ states: [any Codable & Sendable], at step: Step) throws {
    reader.stop()
    register(try storeLists.epoch(after: step))
    try player.restore(states)
  }

  func register(_ epoch: StoreListHistory.Epoch) {
    player.setRegistered(epoch.registered.compactMap { stored.order[$0] } + stored.added)
  }

  // MARK: States of the log

  /// States, and the stores among them whose states did not fit, so that they have their initial ones.
  typealias States = (all: [any Codable & Sendable], incompatibilities: [String])

  /// The states of a checkpoint and of stores that arrived right after it; initial states of other stores.
  func states(of checkpoint: Checkpoint) throws -> States {
    let epoch = try storeLists.epoch(after: checkpoint.step)
    guard epoch.isWhole(checkpoint) else {
      throw ReplayError.noState(step: checkpoint.step)
    }
    let arrived = epoch.step == checkpoint.step ? epoch.arrived : []
    let own = try (0..<checkpoint.storeCount).compactMap {
      try state(of: $0, in: checkpoint, place: $0)
    }
    var states: States = (initialStates, stored.strangers.log + stored.strangers.app)
    for (store, state, fits) in try own + self.states(of: arrived) {
      states.all[store] = state
      if !fits { states.incompatibilities.append(player.stores[store]) }
    }
    return states
  }

  typealias StoreState = (store: Int, state: any Codable & Sendable, fits: Bool)

  func states(of arrived: [StoreListHistory.Arrival]) throws -> [StoreState] {
    try arrived.compactMap { try state(of: $0.store, in: $0.states, place: $0.place) }
  }

  /// Nil for a store that the player no longer has.
  private func state(
    of number: Int, in checkpoint: Checkpoint, place: Int
  ) throws -> StoreState? {
    guard let store = stored.order[number] else { return nil }
    do {
      let state = try stored.state(of: store, number: number, in: checkpoint, place: place)
      return (store, state, true)
    } catch  where decoding == .salvage {
      return (store, initialStates[store], false)
    }
  }

  /// The last usable checkpoint at or before `step` from which the log has all actions up to `step`.
  func checkpoint(atOrBefore step: Step) throws -> Checkpoint {
    try checkpoints.last(from: runStart(of: step), to: step)
  }

  /// Whether this build encodes the store's states as the log does. If not, digests cannot be compared.
  func isCurrentForm(store number: Int) -> Bool {
    guard let start = try? firstCheckpoint() else { return false }
    if number < start.storeCount {
      return stored.isCurrentForm(of: number, in: start, place: number)
    }
    let arrival = storeLists.arrivals.first { $0.store == number }
    return arrival.map { stored.isCurrentForm(of: number, in: $0.states, place: $0.place) } ?? true
  }

  /// The start of the run of recorded actions that leads to `step`.
  func runStart(of step: Step) -> Step {
    let steps = checkpoints.steps
    let end = steps.partitionPoint { $0.lowerBound > step }
    return end > 0 ? steps[end - 1].lowerBound.previous ?? log.initialStep : log.initialStep
  }
}

extension Timeline {
  /// The next step you can go to.
  func next(after step: Step) -> Step? {
    let place = reachable.partitionPoint { $0.upperBound > step }
    guard place < reachable.count else { return nil }
    let run = reachable[place]
    if run.lowerBound <= step { return step.next }
    // After a gap, the first event is an action.
    return isRecorded(run.lowerBound) ? run.lowerBound : min(run.lowerBound.next, run.upperBound)
  }

  /// The last step before `step` that you can go to.
  func previous(before step: Step) -> Step? {
    let end = reachable.partitionPoint { $0.lowerBound >= step }
    guard end > 0, let previous = step.previous else { return nil }
    let last = min(reachable[end - 1].upperBound, previous)
    if isRecorded(last) || last == log.initialStep { return last }
    return self.previous(before: last)
  }

  private func isRecorded(_ step: Step) -> Bool { steps.run(holding: step) != nil }
}
