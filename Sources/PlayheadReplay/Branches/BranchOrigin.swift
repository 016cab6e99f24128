public import PlayheadLog

/// What an action of a branch is called, whatever else is changed: an action of the recording by its step there, `2`, and
/// one that was inserted by a number of its own.
public enum BranchOrigin: Hashable, Sendable, Codable, ExpressibleByIntegerLiteral {
  /// The recording's action of this step.
  case recorded(Step)
  /// The action that was inserted as the first, second and so on.
  case inserted(Int)

  /// The recording's action of a step.
  public init(integerLiteral step: UInt64) { self = .recorded(Step(step)) }

  /// The recording's step; nil if it was inserted.
  public var step: Step? { if case .recorded(let step) = self { step } else { nil } }
}

extension BranchOrigin: CustomStringConvertible {
  /// Two or three words.
  public var description: String {
    switch self {
    case .recorded(let step): "step \(step)"
    case .inserted(let number): "inserted action \(number)"
    }
  }
}
