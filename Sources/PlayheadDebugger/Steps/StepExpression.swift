/// A step as people write it: `0`, `42`, `50%`, `end`, `+83.2s`, `@bookmark`.
package enum StepExpression: Equatable, Sendable {
  /// The step itself.
  case number(UInt64)
  /// A part of the way from the first step to the last, in billionths of a percent.
  case percent(billionths: UInt64)
  /// The last step.
  case end
  /// A time since the start.
  case time(nanoseconds: Int64)
  /// What a person has given this name.
  case bookmark(String)
}

/// A range of steps as people write it: `A..B`, `A..`, `..B`. An end left out is the log's own.
package struct StepRangeExpression: Equatable, Sendable {
  /// Where it starts.
  package let from: StepExpression?
  /// Where it ends.
  package let to: StepExpression?

  /// The range from `from` to `to`.
  package init(from: StepExpression?, to: StepExpression?) {
    self.from = from
    self.to = to
  }
}
