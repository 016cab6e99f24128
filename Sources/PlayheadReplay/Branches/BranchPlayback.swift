import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadValues

/// Plays the actions of a branch through the app's stores, from a state of the recording on.
///
/// It uses the replay's player, which others use as well: all that plays is done within
/// `Replay.comingBack`.
final class BranchPlayback {
  let plan: BranchPlan
  let replay: Replay
  /// From here on it is played; before, the states are the replay's.
  let base: Step
  private let seed: UInt64
  private var position: Entry?
  private var kept: [Entry] = []
  /// A state is kept every so many steps, and as rarely as it takes to keep no more than the limit.
  private var interval: UInt64
  private static let limit = 64
  /// The stores each time they became others right behind `base`, because the actions that follow it in the
  /// recording are skipped.
  private(set) var changesAtBase: [StoreListHistory.Stretch] = []
  /// The actions that are not to be applied, because a store traps at them.
  var knownTraps: [KnownTrap] = []
  /// Whether each action is applied to a copy of the state first: a state that shares an object with its copy is
  /// another one then.
  var appliesTwice = false
  /// What became of draws so far.
  private(set) var drawFaults = BranchDrawFaults()

  /// Where draws of sessions that are tried come from, beyond the recording.
  static let sessionSeed: UInt64 = 0

  private struct Entry {
    var step: Step
    var states: [any Codable & Sendable]
  }

  init(
    _ plan: BranchPlan, from base: Step, _ replay: Replay, seed: UInt64, interval: UInt64 = 1_024
  ) {
    (self.plan, self.base, self.replay, self.seed) = (plan, base, replay, seed)
    self.interval = interval
  }

  /// The playback of another plan, which begins with the same actions up to `step`: it has the states that were
  /// kept before that. The one of `step` itself may lack stores that come right behind it now.
  init(_ plan: BranchPlan, sharing step: Step, with other: BranchPlayback) {
    (self.plan, base, replay, seed) = (plan, other.base, other.replay, other.seed)
    interval = other.interval
    kept = other.kept.filter { $0.step < step }
    changesAtBase = other.changesAtBase
  }

  private var timeline: Timeline { replay.timeline }
  private var player: any Replayable { replay.player }

  /// Makes the stores those of `step`, within `Replay.comingBack`.
  func go(to step: Step) throws {
    guard step >= base else {
      try replay.returnToPosition()
      return try replay.go(to: step)
    }
    try play(to: step) { _ in }
  }

  /// Plays from where it is, or from the best state before `step`, up to that. `visit` is told of each
  /// action, with the stores in the state behind it.
  func play(to step: Step, visit: (Passage) throws -> Void) throws {
    var current = try approach(step)
    var reached = plan.settled(at: current)
    var chunk: (chunk: Chunk, decoding: RowDecoding)?
    while current < step {
      current = current.next
      let item = plan.item(at: current)
      let action = try action(item, current, &chunk)
      if let trap = knownTraps.first(where: { $0.step == current }) {
        throw ReplayError.traps(trap, action.type)
      }
      var passage = Passage(step: current, item: item, action: action)
      if appliesTwice { try handleInVain(action, item) }
      passage.handled = try handle(action, item)
      passage.changes = try changeStores(from: &reached, to: plan.settled(at: current))
      position = nil
      keepIfDue(current)
      try visit(passage)
      try replay.onStep(current)
    }
    position = Entry(step: current, states: player.states)
  }

  /// Restores the last state that is known at or before `step`; gives its step.
  private func approach(_ step: Step) throws -> Step {
    let candidates = kept + (position.map { [$0] } ?? [])
    if let best = candidates.filter({ $0.step <= step }).max(by: { $0.step < $1.step }) {
      replay.leavePosition()
      try timeline.restore(best.states, at: plan.settled(at: best.step))
      return best.step
    }
    try replay.returnToPosition()
    try replay.go(to: base)
    replay.leavePosition()
    var reached = base
    changesAtBase = try changeStores(from: &reached, to: plan.settled(at: base))
    kept.append(Entry(step: base, states: player.states))
    return base
  }

  private func keepIfDue(_ step: Step) {
    guard (step.number - base.number) % interval == 0, !kept.contains(where: { $0.step == step })
    else { return }
    kept.append(Entry(step: step, states: player.states))
    guard kept.count > Self.limit else { return }
    interval *= 2
    kept.removeAll { ($0.step.number - base.number) % interval != 0 }
  }

  // MARK: Actions

  /// The action of a step of the branch.
  func action(at step: Step) throws -> LoggedAction {
    var chunk: (chunk: Chunk, decoding: RowDecoding)?
    return try action(plan.item(at: step), step, &chunk)
  }

  private func action(
    _ item: BranchPlan.Item, _ step: Step,
    _ current: inout (chunk: Chunk, decoding: RowDecoding)?
  ) throws -> LoggedAction {
    if let made = item.made {
      return LoggedAction(
        step, of: made.chunk, at: 0, RowDecoding(shapes: made.chunk.shapes),
        place: BranchPlace(cause: place(of: made.cause)))
    }
    let origin = item.origin ?? step
    if current?.chunk.steps.contains(origin) != true {
      let chunk = try replay.log.chunk(holding: origin)
      current = (chunk, RowDecoding(shapes: chunk.shapes))
    }
    guard let (chunk, decoding) = current else {
      throw LogError.noStep(origin, path: replay.log.name, last: plan.lastStep)
    }
    let index = Int(origin.number - chunk.head.firstStep.number)
    return LoggedAction(
      step, of: chunk, at: index, decoding,
      place: BranchPlace(cause: place(of: chunk.head.cause(of: index))))
  }

  /// The branch's step of what led to an action; what lies before the branch's run has kept its number.
  private func place(of cause: Step?) -> Step? {
    guard let cause, cause >= plan.run.lowerBound else { return cause }
    return plan.place(of: cause)
  }

  private func handle(
    _ action: LoggedAction, _ item: BranchPlan.Item
  ) throws -> DispatcherPlayer.Handled? {
    // Up to its base a branch has the recording's steps.
    AppliedStep.begin(action.step, isInBranch: action.step > plan.base)
    defer { AppliedStep.end() }
    do {
      let (handled, fault) = try apply(action, item)
      if let fault, item.origin != nil, action.isHandled {
        drawFaults.add(.init(step: action.step, origin: item.origin, fault: fault))
      }
      return handled
    } catch let error as DecodingError {
      return try passOver(action.named(error))
    } catch let error as ReplayError {
      return try passOver(error)
    }
  }

  /// Handles an action, and puts the stores back into the states before it.
  private func handleInVain(_ action: LoggedAction, _ item: BranchPlan.Item) throws {
    let states = player.states
    _ = try handle(action, item)
    try player.restore(states)
  }

  private func apply(
    _ action: LoggedAction, _ item: BranchPlan.Item
  ) throws -> (DispatcherPlayer.Handled?, DrawFault?) {
    guard let player = player as? DispatcherPlayer else { return (nil, try player.apply(action)) }
    let handled = try player.apply(action, continuation: continuation(action, item))
    return (handled, handled?.fault)
  }

  private func passOver(_ error: ReplayError) throws -> DispatcherPlayer.Handled? {
    guard timeline.reading == .salvage, error.isMisfit else { throw error }
    return nil
  }

  /// What is drawn beyond the log: a source for each action, so that it does not matter from where on
  /// the branch is played, or what else is changed.
  private func continuation(_ action: LoggedAction, _ item: BranchPlan.Item) -> SystemInputs {
    // Inserted actions count from the other end, so that none has a recorded one's source.
    let number = item.origin?.number ?? ~(item.made?.number ?? 0)
    var mixer = SplitMix64(seed: seed &+ number)
    let wall = action.chunk.head.moments[action.index].wall
    return .seeded(mixer.next(), from: Date(timeIntervalSince1970: Double(wall) / 1e9))
  }

  // MARK: Stores

  /// Lets stores come and go as they did in the recording behind the steps up to `step`.
  private func changeStores(
    from reached: inout Step, to step: Step
  ) throws -> [StoreListHistory.Stretch] {
    var stretches: [StoreListHistory.Stretch] = []
    while let change = timeline.storeLists.change(after: reached), change <= step {
      let stretch = try timeline.storeLists.stretch(after: change)
      let arrived = try timeline.states(of: stretch.arrived)
      timeline.register(stretch)
      if !arrived.isEmpty { try player.restore(arrived.map(\.state), of: arrived.map(\.store)) }
      stretches.append(stretch)
      reached = change
    }
    reached = max(reached, step)
    return stretches
  }
}
