package import PlayheadLog
import PlayheadReading

/// Putting the stores into a kept state.
extension Replay {
  /// Restores the best state to go on from, unless the stores' current state is as good.
  ///
  /// If the session went on from earlier states on the way, replays to those first, and keeps them.
  package func approach(_ step: Step) throws {
    var targets = [step]
    while let target = targets.last {
      try begin(before: target)
      if let origin = timeline.resumptions.missingOrigin(from: position, to: target) {
        targets.append(origin)
        continue
      }
      targets.removeLast()
      guard !targets.isEmpty else { return }
      try play(to: target)
      timeline.resumptions.keep(player.states, of: target)
    }
  }

  private func begin(before step: Step) throws {
    let start = max(timeline.runStart(of: step), try timeline.checkpoint(atOrBefore: step).step)
    let kept = checkpoints.last(atOrBefore: step)
    let best = max(start, kept?.step ?? .initial)
    let isNear = position <= step && position >= best
    if try restoreArchived(between: isNear ? position : best, and: step) || isNear { return }
    if let kept, kept.step >= start {
      try restore(kept.states, at: kept.step, kept.approximateSince)
    } else {
      try restore(try timeline.checkpoint(atOrBefore: step))
    }
  }

  /// Restores a state from the file if that is faster than replaying from `best`.
  private func restoreArchived(between best: Step, and step: Step) throws -> Bool {
    guard let archive, let found = archive.step(atOrBefore: min(step, archiveEnd ?? step)),
      found > best
    else { return false }
    if let archiveCost, let perAction = timer.perAction,
      perAction * Int(found.number - best.number) < archiveCost
    {
      return false
    }
    let clock = ContinuousClock()
    let begin = clock.now
    let states = try? archive.states(at: found, of: player.stores.count) { store, decoder in
      try player.decodeState(of: store, from: decoder)
    }
    guard let states else {
      // The file is damaged; replaying takes its place.
      self.archive = nil
      return false
    }
    try restore(states, at: found, nil)
    archiveCost = begin.duration(to: clock.now)
    return true
  }

  func restore(
    _ states: [any Codable & Sendable], at step: Step, _ approximateSince: Step?
  ) throws {
    forgetPosition()
    try timeline.restore(states, at: step)
    position = step
    self.approximateSince = approximateSince
    timer.restart()
  }

  func restore(_ checkpoint: Checkpoint) throws {
    let states = try timeline.states(of: checkpoint)
    try restore(
      states.all, at: checkpoint.step, states.incompatibilities.isEmpty ? nil : checkpoint.step)
    incompatibilities.add(states.incompatibilities)
  }

  /// Forgets what is known of the current state and of the way from it.
  private func forgetPosition() { (endWithoutStops, lastCopy) = (nil, nil) }

  // MARK: Lending

  /// Runs `body`, then returns to the current step. Copies the states, which share what does not change.
  func comingBack<T>(_ body: () throws -> T) throws -> T {
    let (states, step, since) = (player.states, position, approximateSince)
    let result = Result { try body() }
    forgetPosition()
    try timeline.restore(states, at: step)
    (position, approximateSince) = (step, since)
    return try result.get()
  }

  /// Lets `branch` use the stores during `body`. Copies the states, which share what does not change.
  func lend<T>(to branch: Replay, _ body: () throws -> T) throws -> T {
    let states = player.states
    (branch.onStep, branch.onMismatch) = (onStep, onMismatch)
    defer { (branch.onStep, branch.onMismatch) = ({ _ in }, { _ in }) }
    let result = Result {
      if let parked = branch.parked { try branch.timeline.restore(parked, at: branch.position) }
      branch.parked = nil
      return try body()
    }
    branch.parked = branch.parked ?? player.states
    branch.forgetPosition()
    try timeline.restore(states, at: position)
    return try result.get()
  }
}
