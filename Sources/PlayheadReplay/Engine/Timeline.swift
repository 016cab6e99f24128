import PlayheadCoding
import PlayheadFlux
import PlayheadLog

/// The log as a player moves along it: which step follows which, and the states it brings itself.
struct Timeline {
  let log: LogReader
  private let player: any Replayable
  private let steps: [ClosedRange<Step>]
  /// The steps that can be gone to, in order: runs of recorded actions, each from the state from which
  /// it can be replayed.
  let reachable: [ClosedRange<Step>]
  private let checkpoints: [Checkpoint]
  /// What keeps others from being read.
  private let checkpointFault: LogError?
  /// The player's store for each of the log's, by number.
  private let storeOrder: [Int]
  /// What the player's stores begin with, and keep until the log has them.
  private let initialStates: [any Codable & Sendable]

  init(_ log: LogReader, _ player: any Replayable) throws {
    self.log = log
    self.player = player
    steps = log.steps
    (checkpoints, checkpointFault) = log.readableCheckpoints()
    reachable = Self.reachable(steps, checkpoints.map(\.step), log.initialStep)
    player.prepare(for: log.stores)
    let names = player.stores
    let order = log.stores.compactMap { names.firstIndex(of: $0) }
    guard Set(order).count == names.count, order.count == log.stores.count else {
      throw ReplayError.otherStores(log: log.stores, app: names)
    }
    storeOrder = order
    initialStates = player.states
    // Where the log's beginning is lost, the first state that it has brings its stores.
    if let stretch = try? log.rosters.stretch(after: log.initialStep) { register(stretch) }
  }

  /// Behind a gap or lost steps, a run can be replayed from its first checkpoint on.
  private static func reachable(
    _ steps: [ClosedRange<Step>], _ checkpoints: [Step], _ initial: Step
  ) -> [ClosedRange<Step>] {
    guard !steps.isEmpty else { return checkpoints.prefix(1).map { $0...$0 } }
    let ordered = checkpoints.sorted()
    return steps.compactMap { run in
      let start = run.lowerBound.previous ?? initial
      guard let first = ordered.first(where: { $0 >= start }), first <= run.upperBound else {
        return nil
      }
      return first...run.upperBound
    }
  }

  /// The first state to be had: the initial one, unless that is lost.
  func firstCheckpoint() throws -> Checkpoint {
    if hasState(of: log.initialStep) { return try checkpoint(atOrBefore: log.initialStep) }
    guard let first = reachable.first?.lowerBound else {
      throw checkpointFault ?? ReplayError.noState(step: log.initialStep)
    }
    return try checkpoint(atOrBefore: first)
  }

  /// Makes the player's stores those that handled actions after `step`, in `states`.
  func restore(_ states: [any Codable & Sendable], at step: Step) throws {
    register(try log.rosters.stretch(after: step))
    try player.restore(states)
  }

  private func register(_ stretch: RosterHistory.Stretch) {
    player.setRegistered(stretch.registered.map { storeOrder[$0] })
  }

  /// The player's states as the log has them at a checkpoint, and of those that arrived behind it;
  /// initial ones of stores that come later.
  func states(of checkpoint: Checkpoint) throws -> [any Codable & Sendable] {
    let stretch = try log.rosters.stretch(after: checkpoint.step)
    let arrived = stretch.step == checkpoint.step ? stretch.arrived : []
    let known = checkpoint.storeCount
    let lacking = Set(min(known, stretch.count)..<stretch.count)
    guard known <= stretch.count, lacking.isSubset(of: arrived.map(\.store)) else {
      throw ReplayError.noState(step: checkpoint.step)
    }
    let own = try (0..<known).map { try state(of: $0, in: checkpoint, place: $0) }
    var states = initialStates
    for (store, state) in try own + self.states(of: arrived) { states[store] = state }
    return states
  }

  private typealias StoreState = (store: Int, state: any Codable & Sendable)

  private func states(of arrived: [RosterHistory.Arrival]) throws -> [StoreState] {
    try arrived.map { try state(of: $0.store, in: $0.states, place: $0.place) }
  }

  /// The state of the store with a number, which is at some place of a checkpoint.
  private func state(
    of number: Int, in checkpoint: Checkpoint, place: Int
  ) throws -> StoreState {
    let store = storeOrder[number]
    let decoding = RowDecoding(shapes: checkpoint.shapes)
    do {
      let state = try checkpoint.state(of: place) { (shape, row) throws in
        try decoding.decoder(shape: shape, row: row) { decoder in
          try player.decodeState(of: store, from: decoder)
        }
      }
      return (store, state)
    } catch {
      throw ReplayError.undecodableState(
        store: log.stores[number], step: checkpoint.step, refusal(error))
    }
  }

  /// The names and present states of the player's stores that there have been up to `step`, by the
  /// log's numbers.
  func loggedStates(at step: Step) throws -> [(store: String, state: any Codable & Sendable)] {
    let states = player.states
    return try (0..<log.rosters.stretch(after: step).count).map { number in
      (log.stores[number], states[storeOrder[number]])
    }
  }

  /// Whether the log itself has the state of `step`.
  func hasState(of step: Step) -> Bool {
    checkpoints.contains { $0.step == step }
  }

  /// The last checkpoint of the log at or before `step`; from it all actions up to `step` are there.
  func checkpoint(atOrBefore step: Step) throws -> Checkpoint {
    let start = runStart(of: step)
    guard let checkpoint = checkpoints.last(where: { $0.step <= step }), checkpoint.step >= start
    else {
      let next = checkpoints.lazy.map(\.step).filter { $0 > step }.min()
      throw checkpointFault ?? ReplayError.noState(step: start, next: next)
    }
    return checkpoint
  }

  /// Applies the actions after `position` up to `target`, which are in the log without a gap.
  /// `visit` is told of each, and may end it all by throwing.
  func play(
    from position: Step, to target: Step,
    visit: (LoggedAction, DrawFault?) throws -> Void
  ) throws {
    var step = position.next
    var change = log.rosters.change(after: position)
    while step <= target {
      let chunk = try log.chunk(holding: step)
      let decoding = RowDecoding(shapes: chunk.shapes)
      let last = min(target, chunk.head.lastStep)
      while step <= last {
        let index = Int(step.number - chunk.head.firstStep.number)
        let action = LoggedAction(step: step, chunk: chunk, index: index, decoding: decoding)
        if step == change {
          try visit(action, try applyWithChange(action))
          change = log.rosters.change(after: step)
        } else {
          try visit(action, try player.apply(action))
        }
        step = step.next
      }
    }
  }

  /// Applies an action after which stores came or went.
  private func applyWithChange(_ action: LoggedAction) throws -> DrawFault? {
    // What can fail comes first, so that the player does not get ahead of its position.
    let stretch = try log.rosters.stretch(after: action.step)
    let arrived = try states(of: stretch.arrived)
    let fault = try player.apply(action)
    register(stretch)
    if !arrived.isEmpty { try player.restore(arrived.map(\.state), of: arrived.map(\.store)) }
    return fault
  }

  /// The last step before `step`, or it itself, that can be reached without a checkpoint: the start
  /// of the run of recorded actions that leads to it.
  func runStart(of step: Step) -> Step {
    let run = steps.last { $0.lowerBound <= step }
    return run?.lowerBound.previous ?? log.initialStep
  }
}

extension Timeline {
  /// The next step that can be gone to.
  func next(after step: Step) -> Step? {
    guard let run = reachable.first(where: { $0.upperBound > step }) else { return nil }
    if run.lowerBound <= step { return step.next }
    // Behind a gap the first thing that happened is an action.
    return isRecorded(run.lowerBound) ? run.lowerBound : min(run.lowerBound.next, run.upperBound)
  }

  /// The last step before `step` that can be gone to.
  func previous(before step: Step) -> Step? {
    guard let run = reachable.last(where: { $0.lowerBound < step }), let previous = step.previous
    else { return nil }
    let last = min(run.upperBound, previous)
    if isRecorded(last) || last == log.initialStep { return last }
    return self.previous(before: last)
  }

  private func isRecorded(_ step: Step) -> Bool { steps.contains { $0.contains(step) } }
}
