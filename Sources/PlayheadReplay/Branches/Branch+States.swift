public import PlayheadLog
public import PlayheadValues

extension Branch {
  /// The branch as a log, with its own steps; without a change the recording. Nothing is played for its actions, which have
  /// the times at which they were recorded, and what was inserted that of the action in front of it.
  public var log: ActionLog { ActionLog(reader) }

  package var reader: LogReader { (try? played?.get())?.log ?? replay.log }

  /// Does `body` with the branch as a replay of its own: what works on a recording works on it. Its stores are those of the
  /// recording's replay, which has them back then, as they were.
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
    branch.knownTraps = replay.knownTraps.filter { $0.step <= base } + knownTraps
    return try replay.lend(to: branch) { try body(branch) }
  }

  /// The state at a step of the branch as a tree: a field per store, as `Replay.state(at:)` has it.
  ///
  /// Costs what playing the actions costs from the last state that is known before; the replay stays
  /// where it is.
  public func state(at step: Step) throws -> Value {
    try replaying { try $0.state(at: step) }
  }

  /// What changed between two steps of the branch, either of which may be the earlier.
  public func diff(from: Step, to: Step) throws -> Diff {
    try replaying { try $0.diff(from: from, to: to) }
  }
}
