import PlayheadCoding
public import PlayheadLog
import PlayheadReading
public import PlayheadValues

/// A branch compared with its recording.
public struct BranchComparison: Codable, Sendable {
  /// Two steps, and the change from the recording's state to the branch's.
  public struct Difference: Codable, Sendable {
    /// The branch's step.
    public var step: Step
    /// The recording's step that the branch has reached there.
    public var recorded: Step
    /// What differs, from the recording to the branch.
    public var diff: Diff
  }

  /// The first step of the branch with a state that differs from the recording; nil if none does.
  public var first: Difference?
  /// The difference at the ends; nil if the states are equal.
  public var end: Difference?

  package init(first: Difference? = nil, end: Difference? = nil) {
    (self.first, self.end) = (first, end)
  }
}

extension Branch {
  /// The number of steps per turn: restoring states at every step would cost more.
  private static let batch: UInt64 = 256

  /// Compares the branch with the recording.
  ///
  /// Compares each step of the branch with the recorded step that it has reached: that of its action, or, for
  /// inserted and moved actions, of the last other action before. Replays both until they differ, and to
  /// their ends.
  public func comparison() throws -> BranchComparison {
    guard let plan else { return BranchComparison() }
    return try replay.comingBack {
      let first = try firstDifference(plan).map { step in
        try difference(step, plan.reached(at: step))
      }
      let end = try difference(plan.lastStep, plan.run.upperBound)
      let differs = !end.diff.isEmpty
      return BranchComparison(first: first ?? (differs ? end : nil), end: differs ? end : nil)
    }
  }

  private func difference(
    _ step: Step, _ recorded: Step
  ) throws -> BranchComparison.Difference {
    let old = try replay.state(at: recorded)
    return .init(step: step, recorded: recorded, diff: Diff(from: old, to: try state(at: step)))
  }

  /// The first step of the branch whose state differs from that of the recorded step beside it. Replays the branch
  /// and its recording in turns, from the branch's base on.
  private func firstDifference(_ plan: BranchPlan) throws -> Step? {
    var step = plan.base
    while step < plan.lastStep {
      let end = Step(min(step.number + Self.batch, plan.lastStep.number))
      let batch = (step.number + 1...end.number).map { Step($0) }
      var recorded: [Step: [Digest]] = [:]
      for step in Set(batch.map(plan.reached)).sorted() {
        try replay.go(to: step)
        recorded[step] = try replay.digests()
      }
      let found = try replaying { branch in
        try batch.first { step in
          try branch.go(to: step)
          return try branch.digests() != recorded[plan.reached(at: step)]
        }
      }
      if let found { return found }
      step = end
    }
    return nil
  }
}
