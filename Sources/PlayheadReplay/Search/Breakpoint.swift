public import PlayheadLog

/// Where to stop: at the actions of a type, or all, where a condition holds, or always.
public struct Breakpoint: Codable, Hashable, Sendable {
  /// The actions' stable name; nil for any.
  public var type: String?
  /// What must hold besides.
  public var condition: Condition?

  /// A breakpoint on the actions called `type`, where `condition` holds.
  ///
  /// Without a type, a condition may also hold in a state that no action led to: the initial one, one at the end of a
  /// gap, or one with which an app began again.
  public init(type: String? = nil, condition: Condition? = nil) {
    (self.type, self.condition) = (type, condition)
  }
}

/// A step at which a search stopped.
public struct Stop: Hashable, Sendable {
  /// The step.
  public var step: Step
  /// Which of the breakpoints it is at, by their places in the search's list.
  public var breakpoints: [Int]
  /// What the search's expressions give there, in their order.
  public var answers: [Answer] = []
}

/// What an expression gives at a step.
public enum Answer: Codable, Hashable, Sendable {
  /// Nothing, or nothing that is known.
  case null
  /// A whole number; Booleans are 1 and 0.
  case integer(Int64)
  /// A number.
  case real(Double)
  /// A text.
  case text(String)
  /// A container of the log or of a state, or what a JSON function made, as JSON.
  case json(String)
  /// A run of bytes.
  case bytes([UInt8])
}
