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

  /// What the first `limit` parts at `path` in the state of `step` are called.
  public init(of step: Step, at path: StatePath = StatePath(), limit: Int) {
    (self.step, self.path, self.limit) = (step, path, limit)
  }

  /// None where nothing is, or a value without parts. Costs a look at each level on the way.
  public func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> [StatePath.Component] {
    try inspector.replaying { replay in
      try replay.go(to: step)
      return try replay.components(at: path, atMost: limit)
    }
  }
}
