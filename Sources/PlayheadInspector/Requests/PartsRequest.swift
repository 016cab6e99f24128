public import PlayheadLog
import PlayheadReplay
public import PlayheadValues

/// Asks for the names of the parts at a place of a state, with which a path may go on.
public struct PartsRequest: Request {
  /// The step of the state.
  public var step: Step
  /// The place of the parts.
  public var path: StatePath
  /// The most names, from the first on.
  public var limit: Int
  /// Whether an earlier state will do, if the state of the step takes a replay.
  public var isNear: Bool

  /// Asks for the names of the first `limit` parts at `path` in the state of `step`. With `isNear`, uses the
  /// nearest earlier state that is ready at once.
  public init(of step: Step, at path: StatePath = StatePath(), limit: Int, isNear: Bool = false) {
    (self.step, self.path, self.limit, self.isNear) = (step, path, limit, isNear)
  }

  /// Empty if there is no value, or a value without parts. Encodes the value.
  public func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> [StatePath.Component] {
    try inspector.replaying { replay in
      try isNear ? replay.approach(step) : replay.go(to: step)
      let names =
        path.components.isEmpty
        ? replay.stores.map { .field($0) } : try replay.value(at: path)?.components ?? []
      return Array(names.prefix(limit))
    }
  }
}
