public import PlayheadLog
public import PlayheadReplay
public import PlayheadValues

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
