package import PlayheadLog
package import PlayheadReplay
package import PlayheadValues

/// Something that a fixture expects, and that is not so.
package struct Finding: Codable, Sendable {
  /// What it is.
  package enum Fact: Codable, Sendable {
    /// Another value is at a place; null where nothing is.
    case value(StatePath, expected: Value, actual: Value)
    /// It is not written down yet what is expected at a place.
    case unknown(StatePath, actual: Value)
    /// A condition does not hold; the values are those that it asks for.
    case violated(Condition, [Place])
    /// A condition is neither true nor false at any step: nothing is where it looks.
    case unanswered(Condition)
  }

  /// What is at a path.
  package struct Place: Codable, Sendable {
    package let path: StatePath
    package let value: Value
  }

  /// At which step.
  package let step: Step
  /// The action that led to it, on a line; nil if none did.
  package let action: String?
  /// What is not so.
  package let fact: Fact

  /// Whether it can be written down as what is expected from now on: a condition is a person's word.
  package var isAcceptable: Bool {
    switch fact {
    case .value, .unknown: true
    case .violated, .unanswered: false
    }
  }
}
