package import PlayheadInspector
import PlayheadCoding
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadValues

/// The exit code of a command.
public enum ExitCode: Int32, Sendable {
  /// The command succeeded.
  case good = 0
  /// The command ran and found a problem: a divergence, a mismatch, damage, or something missing.
  case badAnswer = 1
  /// The command did not run: wrong usage, or unreadable input.
  case unusable = 2
}

extension ExitCode {
  /// The code of a command that fails with this error.
  init(_ error: any Error) {
    let kind = (error as? any ErrorWithKind)?.failureKind ?? .unusable
    self = kind == .problem ? .badAnswer : .unusable
  }

  func worse(_ other: ExitCode) -> ExitCode {
    rawValue >= other.rawValue ? self : other
  }
}

extension RewriteError: ErrorWithKind {
  /// An incomplete log is a problem.
  package var failureKind: FailureKind { .problem }
}

extension StepExpressionError: ErrorWithKind {
  /// A valid step outside the log is a problem.
  package var failureKind: FailureKind {
    switch self {
    case .outside, .beforeStart, .afterEnd, .afterClock, .noAction, .noBookmark: .problem
    case .notAStep, .notARange, .rangeNotStep, .backward, .pastEnd, .bookmarkElsewhere:
      .unusable
    }
  }
}

/// The sentence for an error, on several lines if it has them.
func styledSentence(of error: any Error) -> StyledText {
  (error as? any ErrorInLines)?.text ?? "\(errorSentence(error))"
}

/// The crash that an error is about, and the type of its action if that is known; nil for other errors.
func knownCrash(in error: any Error) -> (crash: KnownCrash, type: ActionType?)? {
  switch error {
  case ReplayError.traps(let crash, let type): (crash, type)
  case CommandFailure.trapInOne(let crash, let type, _): (crash, type)
  default: nil
  }
}
