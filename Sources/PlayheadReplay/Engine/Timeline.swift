import PlayheadCoding
import PlayheadFlux
import PlayheadLog

/// The log as a player moves along it: which step follows which, and the states it brings itself.
struct Timeline {
  let log: LogReader
  private let player: any Replayable
  private let steps: [ClosedRange<Step>]
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
    player.prepare(for: log.stores)
    let names = player.stores
    let order = log.stores.compactMap { names.firstIndex(of: $0) }
    guard Set(order).count == names.count, order.count == log.stores.count else {
      throw ReplayError.otherStores(log: log.stores, app: names)
    }
    storeOrder = order
    initialStates = player.states
    register(try log.rosters.stretch(after: .initial))
  }

  /// Makes the player's stores those that handled actions after `step`, in `states`.
  func restore(_ states: [any Codable & Sendable], at step: Step) throws {
    register(try log.rosters.stretch(after: step))
    try player.restore(states)
  }

  private func register(_ stretch: RosterHistory.Stretch) {
    player.setRegistered(stretch.registered.map { storeOrder[$0] })
  }

  /// The player's states as the log has them at a checkpoint; initial ones of stores that come later.
  func states(of checkpoint: Checkpoint) throws -> [any Codable & Sendable] {
    let known = try log.rosters.stretch(after: checkpoint.step).count
    return replacing(initialStates, by: try states(of: Array(0..<known), in: checkpoint))
  }

  /// The states that a checkpoint has of stores, which are given by their numbers.
  private func states(
    of numbers: [Int], in checkpoint: Checkpoint
  ) throws -> [(store: Int, state: any Codable & Sendable)] {
    let known = try log.rosters.stretch(after: checkpoint.step).count
    guard checkpoint.storeCount == known else { throw ReplayError.noState(step: checkpoint.step) }
    let decoding = RowDecoding(shapes: checkpoint.shapes)
    return try numbers.map { number in
      let store = storeOrder[number]
      do {
        let state = try checkpoint.state(of: number) { (shape, row) throws in
          try decoding.decoder(shape: shape, row: row) { decoder in
            try player.decodeState(of: store, from: decoder)
          }
        }
        return (store, state)
      } catch let error as DecodingError {
        throw ReplayError.undecodableState(
          store: log.stores[number], step: checkpoint.step, error.sentence)
      }
    }
  }

  private func replacing(
    _ states: [any Codable & Sendable], by others: [(store: Int, state: any Codable & Sendable)]
  ) -> [any Codable & Sendable] {
    var states = states
    for (store, state) in others { states[store] = state }
    return states
  }

  /// Whether the log itself has the state of `step`.
  func hasState(of step: Step) -> Bool {
    checkpoints.contains { $0.step == step }
  }

  /// The last checkpoint of the log at or before `step`; from it all actions up to `step` are there.
  func checkpoint(atOrBefore step: Step) throws -> Checkpoint {
    let start = runStart(of: step)
    guard let checkpoint = checkpoints.last(where: { $0.step <= step }), checkpoint.step >= start
    else { throw checkpointFault ?? ReplayError.noState(step: start) }
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
    let arrived = try arrivals(in: stretch)
    let fault = try player.apply(action)
    register(stretch)
    if !arrived.isEmpty { try player.restore(replacing(player.states, by: arrived)) }
    return fault
  }

  /// The states of the stores that came at the beginning of `stretch`.
  private func arrivals(
    in stretch: RosterHistory.Stretch
  ) throws -> [(store: Int, state: any Codable & Sendable)] {
    guard !stretch.arrived.isEmpty else { return [] }
    guard let checkpoint = checkpoints.last(where: { $0.step == stretch.step }) else {
      throw ReplayError.noState(step: stretch.step)
    }
    return try states(of: stretch.arrived, in: checkpoint)
  }

  /// The last step before `step`, or it itself, that can be reached without a checkpoint: the start
  /// of the run of recorded actions that leads to it.
  func runStart(of step: Step) -> Step {
    let run = steps.last { $0.lowerBound <= step }
    return run?.lowerBound.previous ?? .initial
  }
}

extension Timeline {
  /// The next step that can be gone to.
  func next(after step: Step) -> Step? {
    if step < log.lastStep, steps.contains(where: { $0.contains(step.next) }) { return step.next }
    return steps.first { $0.lowerBound > step }?.lowerBound
  }

  /// The last step before `step` that can be gone to.
  func previous(before step: Step) -> Step? {
    guard let previous = step.previous else { return nil }
    if previous == .initial { return previous }
    return steps.last { $0.lowerBound <= previous }.map { min($0.upperBound, previous) }
      ?? .initial
  }
}
