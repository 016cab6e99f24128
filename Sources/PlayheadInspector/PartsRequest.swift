public import PlayheadLog
import PlayheadReplay
public import PlayheadValues

/// What the parts at a place of a state are called: how a path may go on.
public struct PartsRequest: Request {
  /// The step of the state.
  public var step: Step
  /// The place.
  public var path: StatePath
  /// How many of them, the first ones.
  public var limit: Int
  /// Whether a state before the step does as well, where that of the step has to be waited for.
  public var isNear: Bool

  /// What the first `limit` parts at `path` in the state of `step` are called; or, if `isNear`, in the nearest state before it
  /// that is there at once.
  public init(of step: Step, at path: StatePath = StatePath(), limit: Int, isNear: Bool = false) {
    (self.step, self.path, self.limit, self.isNear) = (step, path, limit, isNear)
  }

  /// None where nothing is, or a value without parts. Costs a look at each level on the way.
  public func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> [StatePath.Component] {
    try inspector.replaying { replay in
      try isNear ? replay.approach(step) : replay.go(to: step)
      return try replay.components(at: path, atMost: limit)
    }
  }
}
