import PlayheadFiles
import PlayheadLog
import PlayheadValues

/// Actions on their way from the log to the player.
extension Timeline {
  /// What became of an action.
  struct StepResult {
    /// How its draws differed from the log's, if they did.
    var fault: DrawFault?
    /// Whether the app stopped in the middle of it, so that the log lacks draws that it now asked for.
    var lacksDraws = false
    /// Whether it does not fit, and was left out.
    var isPassedOver = false
    /// The stores that came with it and whose states do not fit: they have their initial ones.
    var incompatibilities: [String] = []
  }

  /// Applies the actions after `position` up to `target`, without a gap in between. `visit` is called for each, and may
  /// stop by throwing.
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
      log.take(run.chunk, holding: run.steps.lowerBound)
      try play(run, &change, visit)
      position = run.steps.upperBound
    }
  }

  /// Applies the actions of a run; `change` is the next step behind which the stores are others.
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

  /// The actions from `step` on in its chunk, as far as `target`.
  private func run(from step: Step, to target: Step) throws -> ActionRun {
    let chunk = try chunk(holding: step, onTheWayTo: target)
    return ActionRun(chunk: chunk, steps: step...min(target, chunk.head.lastStep))
  }

  /// On damage, all other damage on the way is looked for at once, because each causes a new start.
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

  /// Applies an action after which stores came or went.
  private func applyWithChange(_ action: LoggedAction) throws -> StepResult {
    // What can fail comes first, so that the player does not get ahead of its position.
    let stretch = try storeLists.stretch(after: action.step)
    let arrived = try states(of: stretch.arrived)
    var result = try apply(action)
    register(stretch)
    if !arrived.isEmpty { try player.restore(arrived.map(\.state), of: arrived.map(\.store)) }
    result.incompatibilities = arrived.filter { !$0.fits }.map { player.stores[$0.store] }
    return result
  }
}
