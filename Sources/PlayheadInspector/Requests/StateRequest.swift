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
    try inspector.replaying { replay in
      let change = withChange ? try change(inspector, replay) : nil
      return Answer(value: try replay.part(at: path, of: step), change: change)
    }
  }

  /// The change by the step's action; nil if there is none, or if the state before is unknown.
  private func change(_ inspector: Inspector, _ replay: Replay) throws -> Diff? {
    guard step > inspector.log.initialStep, inspector.log.steps.run(holding: step) != nil else {
      return nil
    }
    do {
      switch try DiffRequest(to: step, at: path).differenceIfKnown(inspector, replay) {
      case .changes(let diff): return diff
      // A value that was missing is new as a whole.
      case .onlyNew(let value): return Diff(from: .null, to: value)
      case .onlyOld, nil: return nil
      }
    } catch is ReplayError {
      return nil
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
