public import PlayheadLog

/// An action of a branch whose stores drew something else than they did when it was recorded.
public struct BranchDrawFault: Hashable, Sendable {
  /// The branch's step.
  public var step: Step
  /// The recording's step.
  public var origin: Step?
  /// How the draws differed.
  public var fault: DrawFault

  /// A fault at `step`, whose action is that of `origin` in the recording.
  public init(step: Step, origin: Step?, fault: DrawFault) {
    (self.step, self.origin, self.fault) = (step, origin, fault)
  }
}

/// The actions of a branch, among those played so far, whose stores drew something else than they did when
/// they were recorded, because their state is another: they got placeholders, the same each time.
public struct BranchDrawFaults: Hashable, Sendable {
  /// The first.
  public let first: BranchDrawFault?
  /// How many.
  public let count: Int
}

extension Branch {
  /// The actions, among those played so far, that drew something else than they did when they were
  /// recorded.
  public var drawFaults: BranchDrawFaults {
    guard let faults = try? played?.get().drawFaults, let plan, let first = faults.first else {
      return BranchDrawFaults(first: nil, count: 0)
    }
    let origin = plan.item(at: first.step).origin.step
    return BranchDrawFaults(
      first: BranchDrawFault(step: first.step, origin: origin, fault: first.fault),
      count: faults.count)
  }
}
