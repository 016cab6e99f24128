package import PlayheadLog

/// Why a text does not name a step.
package enum StepExpressionError: Error, Equatable {
  /// It is not written like a step.
  case notAStep(String)
  /// It is not written like a range.
  case notARange(String)
  /// It is a range where one step is wanted.
  case rangeNotStep(String)
  /// It is more than 100 percent.
  case beyondWhole(String)
  /// The log does not have the step.
  case outside(step: Step, first: Step, last: Step)
  /// A range ends before it starts.
  case backwards(from: Step, to: Step)
  /// No step has this name; these have others.
  case noBookmark(String, known: [String])
  /// It is a bookmark where there are none.
  case bookmarkElsewhere(String)
}
