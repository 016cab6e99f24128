import PlayheadReading
import PlayheadLog

extension StepRangeExpression {
  /// The steps in `log`, in forward order; for `-5`, those of the last five actions.
  func listed(of log: any ActionSource, in scope: StepScope? = nil) throws -> ClosedRange<Step> {
    guard let lastCount else { return try resolveForwards(in: scope ?? log.scope) }
    guard lastCount > 0 else {
      throw UsageError.Fact.badValue("-0", for: "A..B", .expected("a number from 1 up"))
    }
    var rest = lastCount
    for run in log.steps.reversed() {
      let number = run.upperBound.number - run.lowerBound.number + 1
      if rest <= number {
        return Step(run.upperBound.number - rest + 1)...log.lastStep
      }
      rest -= number
    }
    return log.initialStep...log.lastStep
  }
}
