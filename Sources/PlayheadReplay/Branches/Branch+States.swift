import PlayheadFiles
public import PlayheadLog
public import PlayheadValues

extension Branch {
  /// The state at a step of the branch as a tree: a field per store, as `Replay.state(at:)` has it.
  ///
  /// Costs what playing the actions costs from the last state that is known before; the replay stays
  /// where it is.
  public func state(at step: Step) throws -> Value {
    try playing { try $0.state(at: step) }
  }

  /// What changed between two steps of the branch, either of which may be the earlier.
  public func diff(from: Step, to: Step) throws -> Diff {
    try playing { try $0.diff(from: from, to: to) }
  }

  /// An action of the branch as a tree, as the log or the change has it.
  public func payload(at step: Step) throws -> Value { try entry(at: step).payload() }

  /// The type of an action of the branch.
  public func type(at step: Step) throws -> ActionType { try entry(at: step).type }

  /// An action of the branch, with the branch's steps.
  func entry(at step: Step) throws -> LogEntry {
    try (played?.get() ?? replay).log.entry(at: step)
  }

  /// The branch as a log; without a change, or if it cannot be had, the recording.
  package var log: LogReader { (try? played?.get())?.log ?? replay.log }

  /// Does `body` with the branch as a replay of its own, whose stores are the recording's replay's, and puts those back.
  package func playing<T>(_ body: (Replay) throws -> T) throws -> T {
    guard let branch = try played?.get(), let base else {
      return try replay.comingBack { try body(replay) }
    }
    branch.knownTraps = replay.knownTraps.filter { $0.step <= base } + knownTraps
    return try replay.lend(to: branch) { try body(branch) }
  }
}
