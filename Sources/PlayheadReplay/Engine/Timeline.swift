import PlayheadCoding
import PlayheadFlux
import PlayheadLog

/// The log as a player moves along it: which step follows which, and the states it brings itself.
struct Timeline {
  let log: LogReader
  private let player: any Replayable
  private let steps: [ClosedRange<Step>]
  private let checkpoints: [Checkpoint]
  /// The player's store for each of the header's.
  private let storeOrder: [Int]

  init(_ log: LogReader, _ player: any Replayable) throws {
    self.log = log
    self.player = player
    steps = log.steps
    checkpoints = try log.checkpoints()
    let names = player.stores
    let order = log.header.stores.compactMap { names.firstIndex(of: $0) }
    guard Set(order).count == names.count, order.count == log.header.stores.count else {
      throw ReplayError.otherStores(log: log.header.stores, app: names)
    }
    storeOrder = order
  }

  /// The player's states as the log has them at a checkpoint.
  func states(of checkpoint: Checkpoint) throws -> [any Codable & Sendable] {
    guard checkpoint.storeCount == storeOrder.count else {
      throw ReplayError.noState(step: checkpoint.step)
    }
    let decoding = RowDecoding(shapes: checkpoint.shapes)
    var states: [Int: any Codable & Sendable] = [:]
    for number in storeOrder.indices {
      let store = storeOrder[number]
      do {
        states[store] = try checkpoint.state(of: number) { (shape, row) throws in
          try decoding.decoder(shape: shape, row: row) { decoder in
            try player.decodeState(of: store, from: decoder)
          }
        }
      } catch let error as DecodingError {
        throw ReplayError.undecodableState(
          store: log.header.stores[number], step: checkpoint.step, error.sentence)
      }
    }
    return player.stores.indices.compactMap { states[$0] }
  }

  /// Whether the log itself has the state of `step`.
  func hasState(of step: Step) -> Bool {
    checkpoints.contains { $0.step == step }
  }

  /// The last checkpoint of the log at or before `step`.
  func checkpoint(atOrBefore step: Step) throws -> Checkpoint {
    guard let checkpoint = checkpoints.last(where: { $0.step <= step }) else {
      throw ReplayError.noState(step: .initial)
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
    while step <= target {
      let chunk = try log.chunk(holding: step)
      let decoding = RowDecoding(shapes: chunk.shapes)
      let last = min(target, chunk.head.lastStep)
      while step <= last {
        let index = Int(step.number - chunk.head.firstStep.number)
        let action = LoggedAction(step: step, chunk: chunk, index: index, decoding: decoding)
        try visit(action, try player.apply(action))
        step = step.next
      }
    }
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
