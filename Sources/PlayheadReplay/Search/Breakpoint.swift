public import PlayheadLog
import PlayheadValues

/// Where to stop: at actions of a type, or all, where a condition holds, or always.
public struct Breakpoint: Codable, Hashable, Sendable {
  /// The stable name of the actions' type, or of an enum for all its cases; nil for any type.
  public var type: String?
  /// The condition that must hold as well.
  public var condition: Condition?

  /// A breakpoint on the actions called `type`, where `condition` holds.
  ///
  /// Without a type, the condition may also hold in a state that no action led to: the initial one, one at
  /// the end of a gap, or one with which an app began again.
  public init(type: String? = nil, condition: Condition? = nil) {
    (self.type, self.condition) = (type, condition)
  }

  /// Whether it may stop at an action of this type.
  func isAbout(_ type: ActionType) -> Bool {
    self.type.map { type.name == $0 || type.name.hasPrefix("\($0).") } ?? true
  }
}

/// A step at which a search stopped.
public struct Stop: Hashable, Sendable {
  /// The step of the stop.
  public var step: Step
  /// The breakpoints that stop here, by their places in the search's list.
  public var breakpoints: [Int]
  /// The values of the search's expressions at the step, in their order; empty if they need a state
  /// that cannot be reached.
  public var answers: [Answer] = []
}

/// The value of an expression at a step.
public enum Answer: Codable, Hashable, Sendable {
  /// No value, or an unknown one.
  case null
  /// A whole number; Booleans are 1 and 0.
  case integer(Int64)
  /// A number with a fraction.
  case real(Double)
  /// Text.
  case text(String)
  /// JSON: a container in the log or in a state, or the result of a JSON function.
  case json(String)
  /// A run of bytes.
  case bytes([UInt8])
}

extension Answer {
  /// The answer on one line.
  package var text: String {
    switch self {
    case .null: "null"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): Value.string(text).swiftText(options: .inLine)
    // As much as fits on a line.
    case .json(let text): text.count > 100 ? text.prefix(100) + "…" : text
    case .bytes(let bytes): Value.bytes(bytes).swiftText(options: .inLine)
    }
  }
}
