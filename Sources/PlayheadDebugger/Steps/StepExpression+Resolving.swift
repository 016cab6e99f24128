package import PlayheadLog

/// What a step expression needs to know about a log.
package struct StepScope {
  /// The first step that can be shown.
  package let first: Step
  /// The last step that can be shown, which is what `end` means.
  package let last: Step
  /// The last step of the recording: steps after `last` were left out or lost.
  package let lastCounted: Step
  /// The step that was reached at a time since the start, in nanoseconds.
  package let stepAtTime: (Int64) throws -> Step
  /// How long the recording lasted, in nanoseconds; `nil` if that is not known.
  package let duration: () -> Int64?
  /// The steps that have a name; nil where none can be given.
  package let bookmarks: [String: Step]?

  /// A log that goes from `first` to `last`, and counts steps to `lastCounted` if that is later.
  package init(
    first: Step, last: Step, lastCounted: Step? = nil, bookmarks: [String: Step]? = nil,
    duration: @escaping () -> Int64? = { nil }, stepAtTime: @escaping (Int64) throws -> Step
  ) {
    self.first = first
    self.last = last
    self.lastCounted = max(last, lastCounted ?? last)
    self.bookmarks = bookmarks
    self.stepAtTime = stepAtTime
    self.duration = duration
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
    case .beforeEnd(let count):
      // Further back than the start is the start.
      Step(max(scope.last.number - min(count, scope.last.number), scope.first.number))
    case .time(let nanoseconds): try scope.step(at: nanoseconds)
    case .bookmark(let name): try scope.step(called: name)
    }
  }
}

extension StepExpression {
  /// The same for the end of a range, which may be later than the log's.
  fileprivate func resolveAsEnd(in scope: StepScope) throws -> Step {
    guard case .time(let nanoseconds) = self else { return try resolve(in: scope) }
    return try scope.checked(scope.stepAtTime(nanoseconds))
  }
}

extension StepRangeExpression {
  /// The two steps of the log that this means; the second may be before the first.
  package func resolve(in scope: StepScope) throws -> (from: Step, to: Step) {
    (
      from: try from?.resolve(in: scope) ?? scope.first,
      to: try to?.resolveAsEnd(in: scope) ?? scope.last
    )
  }

  /// The steps of the log that this means, for a command that goes through them in order, whichever end comes first. What goes
  /// to the end has the steps there as well that were left out.
  package func resolveForwards(in scope: StepScope) throws -> ClosedRange<Step> {
    let (from, to) = try resolve(in: scope)
    let last = self.to == nil || self.to == .end ? scope.lastCounted : to
    return min(from, last)...max(from, last)
  }
}

extension StepScope {
  fileprivate func checked(_ step: Step) throws(StepExpressionError) -> Step {
    guard first <= step, step <= lastCounted else {
      throw .outside(step: step, first: first, last: lastCounted)
    }
    return step
  }

  fileprivate func step(at nanoseconds: Int64) throws -> Step {
    let step = try checked(stepAtTime(nanoseconds))
    if step == last, let end = duration(), nanoseconds > end {
      throw StepExpressionError.afterEnd(nanoseconds: nanoseconds, last: end)
    }
    return step
  }

  fileprivate func step(called name: String) throws(StepExpressionError) -> Step {
    guard let bookmarks else { throw .bookmarkElsewhere(name) }
    guard let step = bookmarks[name] else {
      throw .noBookmark(name, known: bookmarks.keys.sorted())
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
