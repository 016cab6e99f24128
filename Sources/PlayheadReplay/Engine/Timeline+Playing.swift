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
    var isSkipped = false
    /// The stores that arrived with it and whose states do not fit: they have their initial states.
    var incompatibilities: [String] = []
  }

  /// Applies the actions after `position` up to `target`, without a gap. Calls `visit`; throw there to stop.
  func play(
    from position: Step, to target: Step,
    visit: (LoggedAction, StepResult) throws -> Void
  ) throws {
    guard position < target else { return }
    // Two threads that decode ahead could not say which of them ended the process.
    reader.stop()
    resumptions.keep(player.states, of: position)
    let feed = player.dispatcherPlayer.flatMap { player in
      player.decodesAhead ? ActionFeed(log, position.next...target, player.actionDecoder) : nil
    }
    defer { feed?.stop() }
    var position = position
    var stop = stop(after: position)
    while position < target {
      let run = try feed?.next(at: position.next) ?? run(from: position.next, to: target)
      log.cache(run.chunk)
      try play(run, &stop, visit)
      position = run.steps.upperBound
    }
  }

  /// Applies the action after `position`, which needs nothing else, and after which there is no gap up to `end`.
  func playNext(
    after position: Step, upTo end: Step
  ) throws -> (action: LoggedAction, result: StepResult) {
    let decoder = player.dispatcherPlayer.flatMap { $0.decodesAhead ? $0.actionDecoder : nil }
    var action = try reader.action(at: position.next, upTo: end, of: log, decoder)
    if let branch { action.continuation = branch.continuation(of: action) }
    return (action, try apply(action))
  }

  /// The last step to which the actions after `position` lead with nothing in between: no gap, no state in the log, and
  /// no other stores.
  func endWithoutStops(after position: Step) -> Step? {
    guard let run = reachable.run(holding: position), position < run.upperBound else { return nil }
    let state = checkpoints.first(in: position.next...run.upperBound)
    let stops = [state, stop(after: position)].compactMap { $0?.previous }
    return min(stops.min() ?? run.upperBound, run.upperBound)
  }

  /// The next step that needs more than its action.
  private func stop(after step: Step) -> Step? {
    let stops = [storeLists.change(after: step), resumptions.next(after: step)]
    return stops.compactMap(\.self).min()
  }

  /// Applies the actions of a run. `stop` is the next step that needs more.
  private func play(
    _ run: ActionRun, _ stop: inout Step?,
    _ visit: (LoggedAction, StepResult) throws -> Void
  ) throws {
    let decoding = RowDecoding(shapes: run.chunk.shapes)
    var place = 0
    var step = run.steps.lowerBound
    while step <= run.steps.upperBound {
      let ready = run.ready.isEmpty ? nil : run.ready[place]
      var action = LoggedAction(step, of: run.chunk, decoding, ready: ready)
      if let branch { action.continuation = branch.continuation(of: action) }
      if step == stop {
        let result = try applyAtStop(&action)
        stop = self.stop(after: step)
        try visit(action, result)
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
    } catch ReadingError.damaged(let damage) {
      try log.forEachChunk(in: step...target, onDamage: { _ in }) { _ in }
      throw ReadingError.damaged(damage)
    }
  }

  private func apply(_ action: LoggedAction) throws -> StepResult {
    CrashMarker.begin(action.step, isInBranch: branch.map { action.step > $0.base } ?? false)
    defer { CrashMarker.end() }
    do {
      if appliesTwice {
        let states = player.states
        _ = try player.apply(action)
        try player.restore(states)
      }
      let fault = try player.apply(action)
      return action.isHandled ? StepResult(fault: fault) : StepResult(lacksDraws: fault != nil)
    } catch let error as DecodingError {
      return try skip(action.named(error))
    } catch let error as ReplayError {
      return try skip(error)
    }
  }

  private func skip(_ error: ReplayError) throws -> StepResult {
    guard decoding == .salvage, error.isIncompatibility else { throw error }
    return StepResult(isSkipped: true)
  }

  /// Applies an action before which the session went on from an earlier step, after which stores arrived or left, or
  /// from which the session goes on later.
  private func applyAtStop(_ action: inout LoggedAction) throws -> StepResult {
    let before = player.states
    do {
      action.resumption = resumptions.resumption(before: action.step)
      if let resumption = action.resumption {
        var states = before
        for (part, state) in try self.states(of: resumption) { states[part] = state }
        try player.restore(states)
      }
      let isChange = action.step.previous.flatMap(storeLists.change) == action.step
      let result = try isChange ? applyWithChange(action) : apply(action)
      resumptions.keep(player.states, of: action.step)
      return result
    } catch {
      // The player must not get ahead of its position.
      if action.resumption != nil { try player.restore(before) }
      throw error
    }
  }

  /// The states that the player's parts have again where the session goes on. Stores that came later keep theirs.
  func states(of resumption: Resumption) throws -> [Int: any Codable & Sendable] {
    let states = try resumptions.states(of: resumption.origin) ?? stored(at: resumption.origin)
    let known = try storeLists.epoch(after: resumption.origin).count
    let later = storeLists.stores.indices.dropFirst(known).compactMap { stored.order[$0] }
    return Dictionary(uniqueKeysWithValues: states.enumerated().map { ($0, $1) })
      .filter { !later.contains($0.key) }
  }

  /// The states of a step that no action leads to or goes on from, such as the one between two gaps.
  private func stored(at step: Step) throws -> [any Codable & Sendable] {
    guard checkpoints.has(step) else { throw ReplayError.noState(step: step) }
    return try states(of: checkpoint(atOrBefore: step)).all
  }

  /// Applies an action after which stores arrived or left.
  private func applyWithChange(_ action: LoggedAction) throws -> StepResult {
    // Work that can fail comes first, so that the player does not get ahead of its position.
    let epoch = try storeLists.epoch(after: action.step)
    let arrived = try states(of: epoch.arrived)
    var result = try apply(action)
    register(epoch)
    if !arrived.isEmpty { try player.restore(arrived.map(\.state), of: arrived.map(\.store)) }
    result.incompatibilities = arrived.filter { !$0.fits }.map { player.stores[$0.store] }
    return result
  }
}
