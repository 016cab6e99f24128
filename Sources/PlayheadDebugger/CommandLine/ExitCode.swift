import PlayheadCoding
package import PlayheadLog
import PlayheadRepair
package import PlayheadReplay
import PlayheadValues

/// The exit code of a command.
public enum ExitCode: Int32, Sendable {
  /// Done, and all is well.
  case good = 0
  /// Done, and the answer is bad: a divergence, a mismatch, damage, something not found.
  case badAnswer = 1
  /// Not done: wrong usage, or input of which nothing can be read.
  case unusable = 2
}

/// An error that ends the program with a code of its own; any other error ends it with
/// ``ExitCode/unusable``.
package protocol ErrorWithExitCode: Error, CustomStringConvertible {
  /// The exit code.
  var exitCode: ExitCode { get }
}

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
    case .outside, .afterEnd, .noBookmark: .badAnswer
    case .notAStep, .notARange, .rangeNotStep, .beyondWhole, .bookmarkElsewhere:
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

/// What `error` says of itself, but for errors of coding, which would print the value, however deep,
/// secret or long.
func sentence(of error: any Error) -> StyledText {
  switch error {
  case let error as EncodingError:
    "a value cannot be encoded: \(error.sentence); make its 'encode(to:)' take every value of its "
      + "type"
  case let error as DecodingError:
    "a value cannot be decoded: \(error.sentence); use the build that wrote it"
  default: StyledText(error)
  }
}
