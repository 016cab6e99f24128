public import PlayheadLog

/// Where to stop: at the actions of a type, or all, where a condition holds, or always.
public struct Breakpoint: Codable, Hashable, Sendable {
  /// The actions' stable name; nil for any.
  public var type: String?
  /// What must hold besides.
  public var condition: Condition?

  /// A breakpoint on the actions called `type`, where `condition` holds.
  ///
  /// Without a type, a condition may also hold in a state that no action led to: the initial one, that at
  /// the end of a gap, or that with which an app began anew.
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
