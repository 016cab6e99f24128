extension StepExpressionError: CustomStringConvertible {
  /// One sentence.
  package var description: String {
    switch self {
    case .notAStep(let text):
      "'\(text)' is not a step: write '42', '50%', 'end' or '+83.2s'"
    case .notARange(let text):
      "'\(text)' is not a range of steps: write 'A..B', 'A..' or '..B'"
    case .rangeNotStep(let text):
      "'\(text)' is a range of steps, but one step is wanted"
    case .beyondWhole(let text):
      "'\(text)' is beyond the end, which is '100%'"
    case .outside(let step, let first, let last):
      "step \(step) is not in this log, which has steps \(first) to \(last)"
    case .backwards(let from, let to):
      "the range goes backwards, from step \(from) to step \(to): write '\(to)..\(from)'"
    }
  }
}
