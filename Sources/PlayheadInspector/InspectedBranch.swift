package import PlayheadReading
public import PlayheadLog
public import PlayheadReplay

/// The branch that an inspector's questions are about.
package struct InspectedBranch {
  /// The changes, in order, as they were asked for.
  package let edits: [BranchEdit]
  /// The changes as they were made.
  package let changes: [BranchChange]
  package let plan: BranchPlan
  package let log: any ActionSource
  /// The branch with the stores; nil if they are in another process.
  private(set) var withStores: Branch?
  /// Actions of the branch at which a store trapped before. They are not applied.
  var traps: [KnownCrash] = [] { didSet { withStores?.knownCrashes = traps } }
  /// The index of changes, once it was needed.
  var index: ChangeIndex?

  /// A branch with its stores in this process; nil if there are no changes.
  init?(_ branch: Branch, _ edits: [BranchEdit]) {
    guard let plan = branch.plan else { return nil }
    (self.edits, changes, self.plan) = (edits, branch.changes, plan)
    (log, withStores) = (branch.source, branch)
  }

  /// A branch of `recording` with its stores in another process, which gave the answer.
  fileprivate init?(
    _ answer: BranchRequest.Answer, _ edits: [BranchEdit], of recording: LogReader
  ) {
    guard let plan = answer.plan else { return nil }
    (self.edits, changes, self.plan) = (edits, answer.changes, plan)
    log = BranchActions(plan, of: recording)
  }
}

extension Inspector {
  /// Makes questions be about the recording with these changes; without changes, about the recording itself.
  public func enter(_ edits: [BranchEdit]) throws {
    if edits != self.edits { _ = try change(to: edits) }
  }

  /// Makes questions be about the recording again.
  public func leaveBranch() { branch = nil }

  /// Makes one more change. Questions are then about the branch with that change.
  public func make(_ edit: BranchEdit) throws -> AppliedEdit {
    let answer = try change(to: edits + [edit])
    guard let change = answer.changes.last else { throw InspectorError.storesMissing }
    return AppliedEdit(change: change, step: answer.step)
  }

  private func change(to edits: [BranchEdit]) throws -> BranchRequest.Answer {
    let answer = try ask(BranchRequest(edits))
    // If the stores are here, the answer has entered the branch.
    if connection != nil { branch = InspectedBranch(answer, edits, of: recording) }
    return answer
  }

  /// The changes that make the branch, in order.
  package var edits: [BranchEdit] { branch?.edits ?? [] }

  /// The plan of the branch; nil for the recording.
  package var plan: BranchPlan? { branch?.plan }

  /// The recording's step that the branch has reached at one of its own steps.
  public func recordedStep(beside step: Step) -> Step { plan?.reached(at: step) ?? step }

  /// The branch's step beside a step of the recording.
  public func step(beside recorded: Step) -> Step { plan?.step(beside: recorded) ?? recorded }

  /// The name of an action in changes. For the state with which the log begins, its step.
  public func origin(of step: Step) throws -> BranchOrigin {
    guard let plan, step > plan.base else { return .recorded(step) }
    guard let origin = plan.provenance(of: step)?.origin else {
      throw ReadingError.noStep(step, path: recording.name, last: plan.lastStep)
    }
    return origin
  }
}
