import PlayheadFiles
public import PlayheadLog
public import PlayheadValues

extension Branch {
  /// The state at a step of the branch as a tree: a field per store, as `Replay.state(at:)` has it.
  ///
  /// Costs what playing the actions costs from the last state that is known before; the replay stays
  /// where it is.
  public func state(at step: Step) throws -> Value {
    try at(step) { try replay.state() }
  }

  /// What changed between two steps of the branch, either of which may be the earlier.
  public func diff(from: Step, to: Step) throws -> Diff {
    let old = try state(at: from)
    return Diff(from: old, to: try state(at: to))
  }

  /// An action of the branch as a tree, as the log or the change has it.
  public func payload(at step: Step) throws -> Value {
    guard let plan, step > plan.base else { return try replay.log.entry(at: step).payload() }
    let item = plan.item(at: try checked(step))
    if let made = item.made { return try made.payload() }
    return try replay.log.entry(at: item.origin ?? step).payload()
  }

  /// The type of an action of the branch.
  public func type(at step: Step) throws -> ActionType {
    guard let plan, step > plan.base else { return try replay.log.entry(at: step).type }
    let item = plan.item(at: try checked(step))
    if let made = item.made { return made.chunk.head.types[0] }
    return try replay.log.entry(at: item.origin ?? step).type
  }

  /// The actions, among those played so far, that drew something else than they did when they were
  /// recorded.
  public var drawFaults: BranchDrawFaults { playback?.drawFaults ?? BranchDrawFaults() }

  /// Does `body` with the stores in the state of a step of the branch, and puts them back.
  private func at<T>(_ step: Step, _ body: () throws -> T) throws -> T {
    try replay.comingBack {
      guard let playback else {
        try replay.go(to: step)
        return try body()
      }
      if step > playback.base { _ = try checked(step) }
      try playback.go(to: step)
      return try body()
    }
  }
}
