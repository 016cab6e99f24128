import PlayheadReading
import PlayheadLog
import PlayheadValues

/// Moving actions from the log to the player.
extension Timeline {
  /// The outcome of an action.
  struct StepResult {
    /// How its draws differ from the log's, if they do.
    var fault: DrawFault?
    /// Whether the app stopped in the middle of it, so that the log lacks draws that it asked for now.
    var lacksDraws = false
    /// Whether it did not fit and was skipped.
    var isPassedOver = false
    /// The stores that arrived with it and whose states do not fit: they have their initial states.
    var incompatibilities: [String] = []
  }

  /// Applies the actions after `position` up to `target`, without a gap. Calls `visit`; throw there to stop.
  func play(
    from position: Step, to target: Step,
    visit: (LoggedAction, StepResult) throws -> Void
  ) throws {
    guard position < target else { return }
    let feed = (player as? DispatcherPlayer).flatMap { player in
      player.decodesAhead ? ActionFeed(log, position.next...target, player.maker) : nil
    }
    defer { feed?.stop() }
    var position = position
    var change = storeLists.change(after: position)
    while position < target {
      let run = try feed?.next(at: position.next) ?? run(from: position.next, to: target)
      log.keep(run.chunk)
      try play(run, &change, visit)
      position = run.steps.upperBound
    }
  }

  /// Applies the actions of a run. `change` is the next step after which the stores change.
  private func play(
    _ run: ActionRun, _ change: inout Step?,
    _ visit: (LoggedAction, StepResult) throws -> Void
  ) throws {
    let decoding = RowDecoding(shapes: run.chunk.shapes)
    var place = 0
    var step = run.steps.lowerBound
    while step <= run.steps.upperBound {
      let ready = run.ready.isEmpty ? nil : run.ready[place]
      var action = LoggedAction(step, of: run.chunk, decoding, ready: ready)
      if let branch { action.continuation = branch.continuation(of: action) }
      if step == change {
        try visit(action, try applyWithChange(action))
        change = storeLists.change(after: step)
      } else {
        try visit(action, try apply(action))
      }
      place += 1
      step = step.next
    }
  }

  /// The actions from `step` on in its chunk, up to `target`.
  private func run(from step: Step, to target: Step) throws -> ActionRun {
    let chunk = try chunk(holding: step, onTheWayTo: target)
    return ActionRun(chunk: chunk, steps: step...min(target, chunk.head.lastStep))
  }

  /// At damage, finds all other damage on the way too, because each find causes a new start.
  private func chunk(holding step: Step, onTheWayTo target: Step) throws -> Chunk {
    do {
      return try log.chunk(holding: step, through: target)
    } catch LogError.damaged(let damage) {
      try log.forEachChunk(in: step...target, onDamage: { _ in }) { _ in }
      throw LogError.damaged(damage)
    }
  }

  private func apply(_ action: LoggedAction) throws -> StepResult {
    AppliedStep.begin(action.step, isInBranch: branch.map { action.step > $0.base } ?? false)
    defer { AppliedStep.end() }
    do {
      if appliesTwice {
        let states = player.states
        _ = try player.apply(action)
        try player.restore(states)
      }
      let fault = try player.apply(action)
      return action.isHandled ? StepResult(fault: fault) : StepResult(lacksDraws: fault != nil)
    } catch let error as DecodingError {
      return try passOver(action.named(error))
    } catch let error as ReplayError {
      return try passOver(error)
    }
  }

  private func passOver(_ error: ReplayError) throws -> StepResult {
    guard decoding == .salvage, error.isIncompatibility else { throw error }
    return StepResult(isPassedOver: true)
  }

  /// Applies an action after which stores arrived or left.
  private func applyWithChange(_ action: LoggedAction) throws -> StepResult {
    // Work that can fail comes first, so that the player does not get ahead of its position.
    let stretch = try storeLists.stretch(after: action.step)
    let arrived = try states(of: stretch.arrived)
    var result = try apply(action)
    register(stretch)
    if !arrived.isEmpty { try player.restore(arrived.map(\.state), of: arrived.map(\.store)) }
    result.incompatibilities = arrived.filter { !$0.fits }.map { player.stores[$0.store] }
    return result
  }
}
