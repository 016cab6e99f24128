/// What a step expression needs to know about a log.
package struct StepScope {
  /// The first step that can be shown.
  package let first: UInt64
  /// The last step.
  package let last: UInt64
  /// The names that steps have.
  package let bookmarks: [String: UInt64]
  /// The step that was reached at a time since the start, in nanoseconds.
  package let stepAtTime: (Int64) throws -> UInt64

  /// A log that goes from `first` to `last`.
  package init(
    first: UInt64, last: UInt64, bookmarks: [String: UInt64] = [:],
    stepAtTime: @escaping (Int64) throws -> UInt64
  ) {
    self.first = first
    self.last = last
    self.bookmarks = bookmarks
    self.stepAtTime = stepAtTime
  }
}

extension StepExpression {
  /// The step of the log that this means. Throws ``StepExpressionError``, or what
  /// ``StepScope/stepAtTime`` throws.
  package func resolve(in scope: StepScope) throws -> UInt64 {
    switch self {
    case .number(let step): try scope.checked(step)
    case .percent(let billionths): scope.step(billionths: billionths)
    case .end: scope.last
    case .time(let nanoseconds): try scope.checked(scope.stepAtTime(nanoseconds))
    case .bookmark(let name): try scope.checked(scope.step(named: name))
    }
  }
}

extension StepRangeExpression {
  /// The two steps of the log that this means; the second may be before the first.
  package func resolve(in scope: StepScope) throws -> (from: UInt64, to: UInt64) {
    (
      from: try from?.resolve(in: scope) ?? scope.first,
      to: try to?.resolve(in: scope) ?? scope.last
    )
  }

  /// The steps of the log that this means, for a command that only goes forwards.
  package func resolveForwards(in scope: StepScope) throws -> ClosedRange<UInt64> {
    let (from, to) = try resolve(in: scope)
    guard from <= to else { throw StepExpressionError.backwards(from: from, to: to) }
    return from...to
  }
}

extension StepScope {
  fileprivate func checked(_ step: UInt64) throws(StepExpressionError) -> UInt64 {
    guard first <= step, step <= last else {
      throw .outside(step: step, first: first, last: last)
    }
    return step
  }

  /// Rounded down, so that only `100%` is the end.
  fileprivate func step(billionths: UInt64) -> UInt64 {
    let product = (last - first).multipliedFullWidth(by: billionths)
    return first + StepExpression.wholeInBillionths.dividingFullWidth(product).quotient
  }

  fileprivate func step(named name: String) throws(StepExpressionError) -> UInt64 {
    if let step = bookmarks[name] { return step }
    let suggestion = Suggestion.closest(to: name, in: bookmarks.keys.sorted())
    throw .unknownBookmark(name, suggestion: suggestion)
  }
}
