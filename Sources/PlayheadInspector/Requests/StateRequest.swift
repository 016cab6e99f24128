import PlayheadReading
public import PlayheadLog
import PlayheadReplay
public import PlayheadValues

/// Asks for the value of a step's state, or at a place of it.
public struct StateRequest: Request {
  /// The step of the state.
  public var step: Step
  /// The place; empty for the whole state.
  public var path: StatePath
  /// Whether to give the step's change of the value too.
  public var withChange: Bool

  /// Asks for the value at `path` in the state of `step`.
  public init(of step: Step, at path: StatePath = StatePath(), withChange: Bool = false) {
    (self.step, self.path, self.withChange) = (step, path, withChange)
  }

  /// A value of a state.
  public struct Answer: Codable, Sendable {
    /// The value at the place.
    public var value: Value
    /// The change from the state before; nil if you did not ask for it, or if it is unknown.
    public var change: Diff?
  }

  /// Throws ``InspectorError/nothing(at:step:_:)`` if there is no value.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    // The state before comes first, because only one action leads from there to the state.
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

/// The value before the step.
private enum FormerPart {
  /// The whole state.
  case state(TrackedValue)
  /// A part, if it existed.
  case part(Value?)

  /// The change to the current value. A value that was missing or nil is new as a whole.
  func diff(to value: Value, in replay: Replay) throws -> Diff {
    switch self {
    case .state(let old):
      try Diff(from: old, to: replay.copy(of: replay.position))
    case .part(let old): Diff(from: old ?? .null, to: value)
    }
  }
}

extension Replay {
  /// The value at `path` in the state of `step`. Throws, with the nearest part, if there is none.
  func part(at path: StatePath, of step: Step) throws -> Value {
    try go(to: step)
    if let value = try value(at: path) { return value }
    throw try state().missing(path, step)
  }
}
