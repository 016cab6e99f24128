import PlayheadReading
package import PlayheadLog

/// What a step expression needs to know about a log.
package struct StepScope {
  /// The first step with a state.
  package let first: Step
  /// The last step with a state. `end` means this step.
  package let last: Step
  /// The last step of the recording. Steps after `last` are missing or lost.
  package let lastCounted: Step
  /// The step at a time since the start, in nanoseconds.
  package let stepAtTime: (Int64) throws -> Step
  /// The step at a time of day, as the start or the end of a range; `nil` if the times are unknown.
  package let stepAtClock: ((ClockTime, _ asEnd: Bool) throws -> Step)?
  /// The length of the recording in nanoseconds; `nil` if unknown.
  package let duration: () -> Int64?
  /// The bookmarks; `nil` outside the REPL.
  package let bookmarks: [String: Step]?

  /// A log from `first` to `last`, with missing steps up to `lastCounted`.
  package init(
    first: Step, last: Step, lastCounted: Step? = nil, bookmarks: [String: Step]? = nil,
    duration: @escaping () -> Int64? = { nil },
    stepAtClock: ((ClockTime, _ asEnd: Bool) throws -> Step)? = nil,
    stepAtTime: @escaping (Int64) throws -> Step
  ) {
    (self.first, self.last, self.lastCounted) = (first, last, max(last, lastCounted ?? last))
    (self.stepAtClock, self.stepAtTime) = (stepAtClock, stepAtTime)
    (self.bookmarks, self.duration) = (bookmarks, duration)
  }
}

extension StepExpression {
  /// The step in the log. Throws ``StepExpressionError`` and the errors of ``StepScope/stepAtTime``.
  package func resolve(in scope: StepScope) throws -> Step {
    switch self {
    case .number(let number): try scope.checked(Step(number))
    case .percent(let billionths): scope.step(billionths: billionths)
    case .end: scope.last
    case .beforeEnd(let count): try scope.step(beforeEnd: count)
    case .time(let nanoseconds): try scope.step(at: nanoseconds)
    case .clock(let time): try scope.checked(scope.stepAtClock?(time, false) ?? scope.last)
    case .bookmark(let name): try scope.step(called: name)
    }
  }

  /// The step with which a list begins: for a time, that of the first action at or after it.
  func resolveAsStart(in scope: StepScope) throws -> Step {
    guard case .time(let nanoseconds) = self else { return try resolve(in: scope) }
    return try scope.firstStep(from: nanoseconds)
  }

  /// The step for the end of a range, which may be after the log's end.
  fileprivate func resolveAsEnd(in scope: StepScope) throws -> Step {
    switch self {
    case .time(let nanoseconds): try scope.checked(scope.lastStep(within: nanoseconds))
    case .clock(let time): try scope.checked(scope.stepAtClock?(time, true) ?? scope.last)
    default: try resolve(in: scope)
    }
  }
}

extension StepRangeExpression {
  /// The two steps in the log. The second may be before the first.
  package func resolve(in scope: StepScope) throws -> (from: Step, to: Step) {
    let first = try from?.resolve(in: scope) ?? scope.first
    // One step.
    if from != nil, from == to { return (first, first) }
    return (first, try to?.resolveAsEnd(in: scope) ?? scope.last)
  }

  /// The steps in the log. A range to the end includes missing steps after the last state. Throws if the range
  /// goes backward, or if no action is between its times.
  package func resolveForwards(in scope: StepScope) throws -> ClosedRange<Step> {
    let (first, to) = try resolve(in: scope)
    let from = try isOneStep ? first : self.from?.resolveAsStart(in: scope) ?? first
    let last = self.to == nil || self.to == .end ? scope.lastCounted : to
    if from <= last { return from...last }
    switch self.from {
    case .time where from == last.next, .clock where from == last.next:
      throw StepExpressionError.noAction(after: last)
    default: throw StepExpressionError.backward(from: from, to: last)
    }
  }
}

extension StepRangeExpression {
  /// The steps in `log`, in forward order; for `-5`, those of the last five actions.
  func listed(of log: any ActionSource, in scope: StepScope) throws -> ClosedRange<Step> {
    guard let lastCount else { return try resolveForwards(in: scope) }
    guard lastCount > 0 else {
      throw UsageError.Fact.badValue("-0", for: "A..B", .expected("a number from 1 up"))
    }
    let first = log.steps.step(lastCount, before: log.lastStep.next)
    return (first ?? log.initialStep)...log.lastStep
  }
}

extension [ClosedRange<Step>] {
  /// The step `count` steps after another, without those between the ranges; `nil` if there are fewer.
  func step(_ count: UInt64, after step: Step) -> Step? {
    var rest = count
    for range in self where range.upperBound > step {
      let first = Swift.max(range.lowerBound, step.next)
      let number = range.upperBound.number - first.number + 1
      if rest <= number { return Step(first.number + rest - 1) }
      rest -= number
    }
    return nil
  }

  /// The step `count` steps before another; `nil` if there are fewer.
  func step(_ count: UInt64, before step: Step) -> Step? {
    guard let previous = step.previous else { return nil }
    var rest = count
    for range in reversed() where range.lowerBound < step {
      let last = Swift.min(range.upperBound, previous)
      let number = last.number - range.lowerBound.number + 1
      if rest <= number { return Step(last.number - rest + 1) }
      rest -= number
    }
    return nil
  }
}

extension StepScope {
  fileprivate func checked(_ step: Step) throws(StepExpressionError) -> Step {
    guard first <= step, step <= lastCounted else {
      throw .outside(step: step, first: first, last: lastCounted)
    }
    return step
  }

  /// Whole milliseconds mean all of the last one, because lists show times that are cut to milliseconds.
  fileprivate func lastStep(within nanoseconds: Int64) throws -> Step {
    let rest: Int64 = nanoseconds.isMultiple(of: 1_000_000) ? 999_999 : 0
    return try stepAtTime(min(nanoseconds, .max - rest) + rest)
  }

  fileprivate func step(at nanoseconds: Int64) throws -> Step {
    let step = try checked(lastStep(within: nanoseconds))
    if step == last, let end = duration(), nanoseconds > end {
      throw StepExpressionError.afterEnd(nanoseconds: nanoseconds, last: end)
    }
    return step
  }

  fileprivate func firstStep(from nanoseconds: Int64) throws -> Step {
    if nanoseconds == 0 { return first }
    let before = try stepAtTime(nanoseconds - 1)
    if before < last { return before.next }
    guard let end = duration() else { return try checked(lastCounted.next) }
    throw StepExpressionError.afterEnd(nanoseconds: nanoseconds, last: end)
  }

  fileprivate func step(called name: String) throws(StepExpressionError) -> Step {
    guard let bookmarks else { throw .bookmarkElsewhere(name) }
    guard let step = bookmarks[name] else {
      throw .noBookmark(name, known: bookmarks.keys.sorted())
    }
    return step
  }

  fileprivate func step(beforeEnd count: UInt64) throws(StepExpressionError) -> Step {
    guard count <= last.number - first.number else {
      throw .beforeStart(count: count, first: first, last: last)
    }
    return Step(last.number - count)
  }

  /// Rounds down, so that only `100%` is the end.
  fileprivate func step(billionths: UInt64) -> Step {
    let product = (last.number - first.number).multipliedFullWidth(by: billionths)
    let part = StepExpression.wholeInBillionths.dividingFullWidth(product).quotient
    return Step(first.number + part)
  }
}
