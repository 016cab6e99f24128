public import PlayheadLog
import PlayheadReplay
public import PlayheadValues

/// What is in the state of a step, or at a place of it.
public struct StateRequest: Request {
  /// The step.
  public var step: Step
  /// The place; the state itself if it is empty.
  public var path: StatePath
  /// Whether to tell what the step's action changed there, too.
  public var withChange: Bool

  /// What is at `path` in the state of `step`.
  public init(of step: Step, at path: StatePath = StatePath(), withChange: Bool = false) {
    (self.step, self.path, self.withChange) = (step, path, withChange)
  }

  /// A value of a state.
  public struct Answer: Codable, Sendable {
    /// What is there.
    public var value: Value
    /// What led to it from the state before; nil if that was not asked for, or is not known.
    public var change: Diff?
  }

  /// Throws ``InspectorError/nothing(at:step:_:)`` if nothing is there.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    // First the state before, from which it is one action on.
    let former = withChange ? try former(inspector) : nil
    return try inspector.replaying { replay in
      let value = try replay.part(at: path, of: step)
      return Answer(value: value, change: try former?.diff(to: value, in: replay))
    }
  }

  private func former(_ inspector: Inspector) throws -> FormerPart? {
    guard let before = step.previous, step > inspector.log.initialStep,
      inspector.log.steps.run(holding: step) != nil
    else { return nil }
    do {
      return try inspector.replaying { replay in
        let state = try replay.copy(of: before)
        return path.components.isEmpty ? .state(state) : .part(try replay.value(at: path))
      }
    } catch let error where error is LogError || error is ReplayError {
      return nil
    }
  }
}

/// What was there before.
private enum FormerPart {
  /// The whole state.
  case state(TrackedValue)
  /// A part, if it was there.
  case part(Value?)

  /// What led to the present value of it. What was not there is new as a whole, as is what was nothing.
  func diff(to value: Value, in replay: Replay) throws -> Diff {
    switch self {
    case .state(let old):
      try Diff(from: old, to: replay.copy(of: replay.position))
    case .part(let old): Diff(from: old ?? .null, to: value)
    }
  }
}

extension Replay {
  /// The value at `path` in the state of `step`. Throws, with what is near, if nothing is there.
  func part(at path: StatePath, of step: Step) throws -> Value {
    try go(to: step)
    if let value = try value(at: path) { return value }
    throw try state().missing(path, step)
  }
}
