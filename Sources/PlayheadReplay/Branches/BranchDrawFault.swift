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
  public private(set) var first: BranchDrawFault?
  /// How many.
  public private(set) var count = 0
  private var last = Step.initial

  init() {}

  /// Counts one, unless it or a later one was counted before.
  mutating func add(_ fault: BranchDrawFault) {
    guard fault.step > last else { return }
    last = fault.step
    first = first ?? fault
    count += 1
  }
}
