package import PlayheadReading
public import PlayheadLog
public import PlayheadValues

extension Branch {
  /// The branch as a log with its own steps; without a change, the recording. Replays nothing. Actions keep
  /// the recording's times; an inserted action has the time of the action before it.
  public var log: ActionLog { ActionLog(source) }

  package var source: any ActionSource { (try? played?.get())?.log ?? replay.log }

  /// Runs `body` with the branch as a replay of its own, so that you can use it like a recording. Uses the
  /// stores of the recording's replay, and puts them back into their states afterwards.
  ///
  /// ```swift
  /// let step = try branch.replaying { replay in
  ///   try Search(branch.log, for: Condition("changed('cart')"), with: replay).bisect().first
  /// }
  /// ```
  public func replaying<T>(_ body: (Replay) throws -> T) throws -> T {
    guard let branch = try played?.get(), let base else {
      return try replay.comingBack { try body(replay) }
    }
    branch.knownCrashes = replay.knownCrashes.filter { $0.step <= base } + knownCrashes
    return try replay.lend(to: branch) { try body(branch) }
  }

  /// The state at a step of the branch as a tree, like `Replay.state(at:)`. Replays from the last known
  /// state. The recording's position does not change.
  public func state(at step: Step) throws -> Value {
    try replaying { try $0.state(at: step) }
  }
}

extension Branch {
  /// The first action played so far with draws that differ from the recording. It got placeholders.
  package var firstDrawFault: (step: Step, fault: DrawFault)? {
    (try? played?.get())?.firstDrawFault
  }
}

extension BranchPlan {
  /// The origin of an action after the base, and whether its payload was edited; nil up to the base.
  package func provenance(of step: Step) -> (origin: BranchOrigin, isEdited: Bool)? {
    guard step > base, step <= lastStep else { return nil }
    let item = item(at: step)
    return (item.origin, item.edited != nil)
  }

  /// The branch's step beside a step of the recording.
  package func step(beside origin: Step) -> Step {
    guard origin > base else { return origin }
    guard origin < run.upperBound else { return lastStep }
    for (part, first) in zip(parts, starts).reversed() {
      guard let lowest = part.firstInOrder, lowest <= origin, let last = part.lastInOrder else {
        continue
      }
      return Step(first.number + min(origin, last).number - lowest.number)
    }
    return start
  }
}
