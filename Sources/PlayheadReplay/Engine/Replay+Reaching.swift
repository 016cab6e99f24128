public import PlayheadLog

extension Replay {
  /// The steps that can be gone to, in order: runs of recorded actions, each from the state from which it
  /// can be replayed. Where actions turn out to be damaged there are fewer.
  public var reachableSteps: [ClosedRange<Step>] { timeline.reachable }
}
