package import PlayheadLog

/// What a step expression needs to know about a log.
package struct StepScope {
  /// The first step that can be shown.
  package let first: Step
  /// The last step.
  package let last: Step
  /// The step that was reached at a time since the start, in nanoseconds.
  package let stepAtTime: (Int64) throws -> Step

  /// A log that goes from `first` to `last`.
  package init(
    first: Step, last: Step, stepAtTime: @escaping (Int64) throws -> Step
  ) {
    self.first = first
    self.last = last
    self.stepAtTime = stepAtTime
  }
}

extension StepExpression {
  /// The step of the log that this means. Throws ``StepExpressionError``, or what
  /// ``StepScope/stepAtTime`` throws.
  package func resolve(in scope: StepScope) throws -> Step {
    switch self {
    case .number(let number): try scope.checked(Step(number))
    case .percent(let billionths): scope.step(billionths: billionths)
    case .end: scope.last
    case .time(let nanoseconds): try scope.checked(scope.stepAtTime(nanoseconds))
    }
  }
}

extension StepRangeExpression {
  /// The two steps of the log that this means; the second may be before the first.
  package func resolve(in scope: StepScope) throws -> (from: Step, to: Step) {
    (
      from: try from?.resolve(in: scope) ?? scope.first,
      to: try to?.resolve(in: scope) ?? scope.last
    )
  }

  /// The steps of the log that this means, for a command that only goes forwards.
  package func resolveForwards(in scope: StepScope) throws -> ClosedRange<Step> {
    let (from, to) = try resolve(in: scope)
    guard from <= to else { throw StepExpressionError.backwards(from: from, to: to) }
    return from...to
  }
}

extension StepScope {
  fileprivate func checked(_ step: Step) throws(StepExpressionError) -> Step {
    guard first <= step, step <= last else {
      throw .outside(step: step, first: first, last: last)
    }
    return step
  }

  /// Rounded down, so that only `100%` is the end.
  fileprivate func step(billionths: UInt64) -> Step {
    let product = (last.number - first.number).multipliedFullWidth(by: billionths)
    let part = StepExpression.wholeInBillionths.dividingFullWidth(product).quotient
    return Step(first.number + part)
  }
}
