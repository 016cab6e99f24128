package import Foundation
public import PlayheadLog
import PlayheadReading
public import PlayheadReplay
import PlayheadTerminal
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
    /// Stores of the value that are not open at the step: they have their last states, or if they open later, initial ones.
    public var closedStores: [String]
  }

  /// Throws ``InspectorError/nothing(at:step:_:)`` if there is no value.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    try inspector.replaying { replay in
      let change = withChange ? try change(inspector, replay) : nil
      let value = try replay.part(at: path, of: step)
      inspector.compareAhead(replay)
      return Answer(
        value: value, change: change,
        closedStores: replay.closedStores(at: step).filter { store in
          path.components.first.map { $0 == .field(store) } ?? true
        })
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

/// Asks for the states of all stores at a step, in the log's form, to begin another log with them.
package struct StateRecordRequest: Request {
  package var step: Step

  package init(of step: Step) { self.step = step }

  /// The body of a checkpoint record. Costs a replay to the step.
  package func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> Data {
    try inspector.replaying { replay in
      try replay.go(to: step)
      let (checkpoint, shapes) = try replay.checkpoint()
      inspector.compareAhead(replay)
      return Data(try checkpoint.record(shapes: shapes))
    }
  }
}

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

/// Asks for all places of a step's state that have a text: as a part of a name, a key or a string, or as a whole
/// other value.
public struct FindRequest: Request {
  /// The text; upper and lower case differ.
  public var text: String
  /// The step of the state.
  public var step: Step

  /// Asks for the places with `text` in the state of `step`.
  public init(_ text: String, in step: Step) { (self.text, self.step) = (text, step) }

  /// A place, and the value there.
  public struct Part: Codable, Sendable {
    /// The place.
    public var path: StatePath
    /// The value.
    public var value: Value
  }

  /// Gives the places in the order of the state. Costs a look at every value.
  public func answer(from inspector: Inspector, _ give: (Part) throws -> Void) throws -> EmptyAnswer
  {
    let state = try inspector.ask(StateRequest(of: step)).value
    try state.forEachPlace(containing: text) { try give(Part(path: $0, value: $1)) }
    return EmptyAnswer()
  }
}

extension DiffRequest.Difference {
  /// Whether a changed place, or an old or a new value of it, has the text.
  func contains(_ text: String) -> Bool {
    switch self {
    case .changes(let diff): diff.changes.contains { $0.contains(text) }
    case .onlyOld(let value), .onlyNew(let value): value.contains(text)
    }
  }
}

extension Change {
  /// Whether its place, or its old or new value, has the text.
  package func contains(_ text: String) -> Bool {
    path.components.contains { $0.contains(text) } || old?.contains(text) == true
      || new?.contains(text) == true
  }
}

/// Asks for what the app shows at a step.
public struct ViewRequest: Request {
  /// The step.
  public var step: Step

  /// Asks for the app's view in the state of `step`.
  public init(of step: Step) { self.step = step }

  /// What an app shows.
  public struct Answer: Codable, Sendable {
    /// The text of a `TerminalApp`; nil for others.
    public var text: String?
    /// The app's picture, of any size; nil if it has none.
    public var picture: Picture?
  }

  /// Makes the text and the picture, whichever the app has.
  public func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> Answer {
    try inspector.replaying { replay in
      try replay.go(to: step)
      return Answer(text: inspector.view, picture: inspector.picture)
    }
  }
}

extension Inspector {
  /// The app's current text, if it is a terminal app.
  var view: String? { (recordedReplay?.app as? any TerminalApp)?.view }

  /// The app's current picture, if it has one.
  var picture: Picture? { recordedReplay?.picture }
}
