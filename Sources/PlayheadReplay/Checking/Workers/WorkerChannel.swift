package import PlayheadLog

/// The way to a worker and back: one request, one answer.
package protocol WorkerChannel: AnyObject {
  /// How long it may say nothing while it is to answer; nil for as long as it takes.
  var limit: Duration? { get set }

  /// Sends a request. The answer before it has been taken.
  func ask(_ request: WorkerRequest) throws

  /// Waits for the answer. ``WorkerAnswer/working(_:)`` may come any number of times before it. Throws if
  /// the worker is no more, or says nothing for too long.
  func answer() throws -> WorkerAnswer
}

/// Why a worker gave no answer of use.
package enum WorkerError: Error, Sendable {
  /// It says that it cannot.
  case failed(WorkerAnswer.Failure)
  /// A store trapped.
  case trapped(step: Step?, reason: String, store: String?)
  /// There is no process for it: the system starts none, or the program does not answer as a worker.
  /// With `isLimit` a limit of the system is the reason.
  case notStarted(reason: String, isLimit: Bool = false)
  /// The program says things in another version.
  case otherVersion(Int)
  /// The program is another build than it was when the first process began.
  case otherBuild
  /// It ended without a word.
  case lost(reason: String)
  /// It said nothing for so long, and was ended.
  case silent(for: Duration)
  /// It answered something else than was asked.
  case misunderstood
  /// It has other stores of an app than another one, or can compare other steps of a log.
  case unalike
}

extension WorkerChannel {
  /// The answer behind all that is said of work that goes on.
  package func result(_ working: (UInt64) throws -> Void = { _ in }) throws -> WorkerAnswer {
    while true {
      switch try answer() {
      case .working(let done): try working(done)
      case .failed(let failure): throw WorkerError.failed(failure)
      case .trapped(let step, let reason, let store):
        throw WorkerError.trapped(step: step, reason: reason, store: store)
      case let answer: return answer
      }
    }
  }

  /// Asks, and waits for the answer.
  package func result(of request: WorkerRequest) throws -> WorkerAnswer {
    try ask(request)
    return try result()
  }
}
