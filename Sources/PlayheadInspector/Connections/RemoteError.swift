import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
package import PlayheadReplay
import PlayheadValues

/// Whether a question has an unwelcome answer, or cannot be asked.
package enum FailureKind: String, Codable, Sendable {
  /// The log or the app has a problem: a difference, damage, something missing.
  case problem
  /// The question or its input is wrong.
  case unusable
}

/// An error that says which kind of failure it is. All others are ``FailureKind/unusable``.
package protocol ErrorWithKind: Error, CustomStringConvertible {
  var failureKind: FailureKind { get }
}

/// An error of a process with stores that has no value of its own in this process.
package struct RemoteError: ErrorWithKind {
  /// What happened and what to do about it, in the words of the other process.
  package let description: String
  package let failureKind: FailureKind
  /// Whether the log lacks a step.
  package let isLoss: Bool
}

/// The sentences for an error. Encoding and decoding errors get their own sentences, because their
/// descriptions contain the value, which may be long or secret.
package func errorSentence(_ error: any Error) -> String {
  switch error {
  case let error as EncodingError:
    "a value cannot be encoded: \(error.sentence); make its 'encode(to:)' accept every value of its type"
  case let error as DecodingError:
    "a value cannot be decoded: \(error.sentence); use the build that wrote it"
  default: StyledText(error).plain
  }
}

/// The errors that reach the other process as values, not only as sentences.
private enum KnownError: Codable {
  case interrupted
  case inspector(InspectorError)
  case replay(ReplayError)
  case lost(Step, log: String, ClosedRange<Step>)
  /// Only its sentence is known.
  case other(FailureKind, isLoss: Bool)

  init(_ error: any Error) {
    switch error {
    case is Interruption: self = .interrupted
    case let error as InspectorError: self = .inspector(error)
    case let error as ReplayError: self = .replay(error)
    case ReadingError.lost(let step, let log, let steps): self = .lost(step, log: log, steps)
    default:
      self = .other(
        (error as? any ErrorWithKind)?.failureKind ?? .unusable,
        isLoss: (error as? ReadingError)?.isLoss ?? false)
    }
  }
}

extension WorkerFailure {
  /// An error to send to the other process.
  init(_ error: any Error) {
    let replay = error as? ReplayError
    self.init(
      errorSentence(error), step: replay?.step, reason: replay?.reason,
      cause: try? WorkerCoding.bytes(KnownError(error)))
  }

  /// The error to throw in the other process.
  package var error: any Error {
    switch cause.flatMap({ try? WorkerCoding.value(KnownError.self, $0) }) {
    case .interrupted: Interruption()
    case .inspector(let error): error
    case .replay(let error): error
    case .lost(let step, let log, let steps): ReadingError.lost(step, path: log, steps: steps)
    case .other(let kind, let isLoss):
      RemoteError(description: sentence, failureKind: kind, isLoss: isLoss)
    case nil: RemoteError(description: sentence, failureKind: .unusable, isLoss: false)
    }
  }
}

extension ReadingError: ErrorWithKind {
  /// A readable log without the requested data is a problem. A log that cannot be read is unusable.
  package var failureKind: FailureKind { isLoss ? .problem : .unusable }
}

extension LogError: ErrorWithKind {
  /// A log that cannot be written is unusable.
  package var failureKind: FailureKind { .unusable }
}

extension ReplayError: ErrorWithKind {
  /// The log is fine, but does not fit this build of the app.
  package var failureKind: FailureKind { .problem }
}

extension InspectorError: ErrorWithKind {
  /// A missing value is a problem.
  package var failureKind: FailureKind { .problem }
}
