import PlayheadCoding
package import PlayheadLog
import PlayheadRepair
package import PlayheadReplay
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

/// An error with its own exit code. Any other error ends the program with ``ExitCode/unusable``.
package protocol ErrorWithExitCode: Error, CustomStringConvertible {
  var exitCode: ExitCode { get }
}

extension LogError: ErrorWithExitCode {
  /// A readable log without the requested data is a bad answer. A log that cannot be read or written is
  /// unusable.
  package var exitCode: ExitCode {
    switch self {
    case .damaged, .noStep, .beforeStart, .lost, .inGap: .badAnswer
    case .missing, .onlyTail, .directory, .unreadable, .empty, .headless, .notALog, .otherVersion,
      .tooLarge,
      .exists, .unwritable, .inUse, .otherApp, .unfinished, .incomplete, .misused:
      .unusable
    }
  }
}

extension RewriteError: ErrorWithExitCode {
  /// An incomplete log is a bad answer.
  package var exitCode: ExitCode { .badAnswer }
}

extension ReplayError: ErrorWithExitCode {
  /// The log is fine, but does not fit this build of the app: a mismatch.
  package var exitCode: ExitCode { .badAnswer }
}

extension StepExpressionError: ErrorWithExitCode {
  /// A valid step outside the log is a bad answer.
  package var exitCode: ExitCode {
    switch self {
    case .outside, .beforeStart, .afterEnd, .afterClock, .noBookmark: .badAnswer
    case .notAStep, .notARange, .rangeNotStep, .backward, .pastEnd, .bookmarkElsewhere:
      .unusable
    }
  }
}

extension ExitCode {
  func worse(_ other: ExitCode) -> ExitCode {
    rawValue >= other.rawValue ? self : other
  }
}

/// The sentence for an error. Encoding and decoding errors get their own sentences, because their
/// descriptions contain the value, which may be long or secret.
func sentence(of error: any Error) -> StyledText {
  switch error {
  case let error as EncodingError:
    "a value cannot be encoded: \(error.sentence); make its 'encode(to:)' accept every value of its type"
  case let error as DecodingError:
    "a value cannot be decoded: \(error.sentence); use the build that wrote it"
  default: StyledText(error)
  }
}

extension KnownCrash {
  /// The crash as JSON. `type` is the action's type; nil if unknown.
  func json(_ type: ActionType?) -> JSON {
    [
      "step": step, "action": type?.name, "store": store, "kind": kind.rawValue, "reason": reason,
      "file": location?.file, "line": location?.line, "function": location?.function,
    ]
  }
}

/// The crash that an error is about, as JSON; nil for other errors.
func crash(in error: any Error) -> JSON? {
  switch error {
  case ReplayError.traps(let trap, let type): trap.json(type)
  case CommandFailure.trapInOne(let trap, let type, _): trap.json(type)
  default: nil
  }
}
