/// The number of an action in its log.
///
/// Step 0 is the initial state; action *n* takes the state from step *n* − 1 to step *n*.
public struct Step: Hashable, Comparable, Sendable, Codable {
  /// The number of actions that lead to this step.
  public let number: UInt64

  /// The step after `number` actions.
  public init(_ number: UInt64) {
    self.number = number
  }

  /// The initial state.
  package static let initial = Step(0)

  /// The step one action later.
  package var next: Step { Step(number + 1) }

  /// The step one action earlier; `nil` for step 0.
  package var previous: Step? { number == 0 ? nil : Step(number - 1) }

  /// Whether one step comes before another.
  public static func < (left: Step, right: Step) -> Bool { left.number < right.number }
}

extension Step {
  /// Reads the number.
  public init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(UInt64.self)
  }

  /// Writes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

extension Step: CustomStringConvertible {
  /// The number.
  public var description: String { String(number) }
}

extension Step: ExpressibleByIntegerLiteral {
  /// The step after `value` actions.
  public init(integerLiteral value: UInt64) {
    self.init(value)
  }
}
