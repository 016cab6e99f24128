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
  /// Compares the branch with the recording.
  ///
  /// Compares each step of the branch with the recorded step that it has reached: that of its action, or, for
  /// inserted and moved actions, of the last other action before. Replays both until they differ, and to
  /// their ends.
  public func comparison() throws -> BranchComparison {
    guard let plan else { return BranchComparison() }
    return try replay.comingBack {
      let sides = SideBySide(plan, replay)
      var first: BranchComparison.Difference?
      if let (step, recorded) = try sides.firstDifference(replaying) {
        first = try difference(step, recorded)
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
}

/// A branch and its recording, replayed in turns from the branch's base on.
private struct SideBySide {
  /// The number of steps per turn: restoring states at every step would cost more.
  private static let batch: UInt64 = 256

  private let plan: BranchPlan
  private let recording: Replay

  init(_ plan: BranchPlan, _ recording: Replay) { (self.plan, self.recording) = (plan, recording) }

  private struct Found: Error {
    var step: Step
    var recorded: Step
  }

  /// The first step of the branch whose state differs from that of the recorded step beside it, and that
  /// step. `replaying` lends the stores to the branch.
  func firstDifference(
    _ replaying: ((Replay) throws -> Void) throws -> Void
  ) throws -> (Step, Step)? {
    var step = plan.base
    do {
      while step < plan.lastStep {
        let end = Step(min(step.number + Self.batch, plan.lastStep.number))
        let states = try recordedDigests(
          Set((step.number + 1...end.number).map { plan.reached(at: Step($0)) }))
        try replaying { branch in
          try branch.go(to: step)
          try branch.follow(to: end) { (own: Step) in
            let beside = plan.reached(at: own)
            if let recorded = states[beside], try branch.digests() != recorded {
              throw Found(step: own, recorded: beside)
            }
            try branch.onStep(own)
          }
        }
        step = end
      }
      return nil
    } catch let found as Found {
      return (found.step, found.recorded)
    }
  }

  /// The digests of the recording's states at these steps.
  private func recordedDigests(_ wanted: Set<Step>) throws -> [Step: [Digest]] {
    var digests: [Step: [Digest]] = [:]
    for step in wanted.sorted() {
      try recording.go(to: step)
      digests[step] = try recording.digests()
    }
    return digests
  }
}
