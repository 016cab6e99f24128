public import PlayheadLog

extension Branch {
  /// The recording's step beside one of the branch: how far the branch has got there. At the branch's end
  /// that is the end of the recording's run.
  public func recordedStep(beside step: Step) -> Step { plan?.reached(at: step) ?? step }

  /// The branch's step beside one of the recording: that of its action, or of the last before it that is
  /// in its place; the branch's end for the end of the recording's run.
  public func step(beside recorded: Step) -> Step { plan?.step(beside: recorded) ?? recorded }
}

extension BranchPlan {
  /// Where an action behind the base comes from, and whether its payload was edited; nil up to the base.
  package func provenance(of step: Step) -> (origin: BranchOrigin, isMade: Bool)? {
    guard step > base, step <= lastStep else { return nil }
    let item = item(at: step)
    return (item.origin, item.made != nil)
  }

  /// The branch's step beside one of the recording.
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
