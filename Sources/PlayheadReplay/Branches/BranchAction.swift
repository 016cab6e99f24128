import PlayheadFiles
public import PlayheadLog
public import PlayheadValues

/// An action of a branch, as it is there.
public struct BranchAction: Sendable {
  /// The branch's step.
  public var step: Step
  /// The recording's step; nil if it was inserted.
  public var origin: Step?
  /// Its type.
  public var type: ActionType
  /// When it was dispatched; that of the action behind which it was inserted.
  package var moment: Moment
  /// The branch's step of the action that led to it; nil if none did that is in the branch.
  public var cause: Step?
  /// The action as a tree.
  public var payload: Value
  /// Whether somebody wrote its payload.
  public var isMade: Bool
}

extension Branch {
  /// Where an action of the branch behind its base comes from, and whether somebody wrote its payload; nil up to there.
  package func provenance(of step: Step) -> (origin: BranchOrigin, isMade: Bool)? {
    guard let plan, step > plan.base, step <= plan.lastStep else { return nil }
    let item = plan.item(at: step)
    return (item.origin, item.made != nil)
  }

  /// An action of the branch. Nothing is played for it. Throws `LogError.noStep` for what is none.
  public func action(at step: Step) throws -> BranchAction {
    let entry = try entry(at: step)
    let (origin, isMade) = provenance(of: step) ?? (.recorded(step), false)
    return BranchAction(
      step: step, origin: origin.step, type: entry.type, moment: entry.moment,
      cause: entry.cause, payload: try entry.payload(), isMade: isMade)
  }

  // MARK: Beside the recording

  /// The recording's step beside one of the branch: how far the branch has got there. At the branch's end
  /// that is the end of the recording's run.
  public func recordedStep(beside step: Step) -> Step { plan?.reached(at: step) ?? step }

  /// The branch's step beside one of the recording: that of its action, or of the last before it that is
  /// in its place; the branch's end for the end of the recording's run.
  public func step(beside recorded: Step) -> Step {
    plan?.lastPlace(atOrBefore: recorded) ?? recorded
  }
}

extension BranchPlan {
  fileprivate func lastPlace(atOrBefore origin: Step) -> Step {
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
