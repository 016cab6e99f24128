package import PlayheadLog
import PlayheadRepair
package import PlayheadReplay

extension LogError: ErrorWithExitCode {
  /// A log that was read and has not what was asked for is a bad answer; what cannot be read or
  /// written at all is not usable.
  package var exitCode: ExitCode {
    switch self {
    case .damaged, .noStep, .beforeStart, .lost, .inGap: .badAnswer
    case .missing, .onlyTail, .directory, .unreadable, .empty, .headless, .notALog, .otherVersion,
      .tooLarge,
      .exists, .unwritable, .inUse, .otherApp, .unfinished:
      .unusable
    }
  }
}

extension RewriteError: ErrorWithExitCode {
  /// Logs that are not whole are a bad answer; what cannot be joined was called wrongly.
  package var exitCode: ExitCode {
    switch self {
    case .damaged, .lacking, .unsealed, .unclosed, .missing: .badAnswer
    case .otherSession, .outOfOrder: .unusable
    }
  }
}

extension ReplayError: ErrorWithExitCode {
  /// The log is fine, and does not fit this build of the app: a mismatch.
  package var exitCode: ExitCode { .badAnswer }
}

extension StepExpressionError: ErrorWithExitCode {
  /// A step that is well written and not in the log is a bad answer.
  package var exitCode: ExitCode {
    switch self {
    case .outside, .noBookmark: .badAnswer
    case .notAStep, .notARange, .rangeNotStep, .beyondWhole, .backwards, .bookmarkElsewhere:
      .unusable
    }
  }
}

extension ExitCode {
  /// The worse of two ends.
  func worse(_ other: ExitCode) -> ExitCode {
    rawValue >= other.rawValue ? self : other
  }
}
