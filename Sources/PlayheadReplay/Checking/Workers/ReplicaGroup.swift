import PlayheadLog

/// Some of several workers gave no answer of use.
struct WorkersFailed: Error {
  /// Why, for each of them; nil for those that answered.
  var reasons: [(any Error)?]
  /// The last step at which all agreed, if they did at one.
  var lastAgreed: Step?
  /// Where it was at the first state of a run that is not the first: the step of that state, and the last of the run
  /// before, at which all agreed.
  var gap: (before: Step, behind: Step)?

  /// The reason of the first of them that has one.
  var first: any Error { reasons.compactMap(\.self).first ?? WorkerError.misunderstood }
}

/// Several workers that are asked the same at once: all are asked before anybody is waited for.
package struct ReplicaGroup {
  /// In the order in which their answers come.
  package let workers: [any WorkerChannel]

  /// These workers.
  package init(_ workers: [any WorkerChannel]) { self.workers = workers }

  /// What each of them answers. Throws ``WorkersFailed`` if some have no answer of use, after all have
  /// answered.
  package func answers(
    _ working: (UInt64) throws -> Void = { _ in }, to request: (Int) -> WorkerRequest
  ) throws -> [WorkerAnswer] {
    let results = results(working, to: request)
    let failures = results.map { result -> (any Error)? in
      if case .failure(let error) = result { error } else { nil }
    }
    guard failures.allSatisfy({ $0 == nil }) else { throw WorkersFailed(reasons: failures) }
    return try results.map { try $0.get() }
  }

  /// The same, with the reasons of those that have no answer.
  package func results(
    _ working: (UInt64) throws -> Void = { _ in }, to request: (Int) -> WorkerRequest
  ) -> [Result<WorkerAnswer, any Error>] {
    let asked = workers.enumerated().map { number, worker in
      Result { try worker.ask(request(number)) }
    }
    return zip(workers, asked).enumerated().map { number, pair in
      let (worker, asked) = pair
      // They come along about as fast as each other, so the first one's progress is told.
      return asked.flatMap { Result { try worker.result(number == 0 ? working : { _ in }) } }
    }
  }

  /// What each of them has of the log of its task. Throws as ``answers(_:to:)`` does.
  func begin(_ task: (Int) -> WorkerTask) throws -> [OpenedLog] {
    try answers { .begin(task($0)) }.map(OpenedLog.init)
  }

  /// The digests that each of them gives, which must be those of so many stores, at some of these steps.
  func digests(
    _ request: WorkerRequest, of stores: Int, in steps: ClosedRange<Step>
  ) throws -> [[StepDigests]] {
    try answers { _ in request }.map { answer in
      guard case .digests(let digests) = answer,
        digests.allSatisfy({ $0.stores.count == stores && steps.contains($0.step) })
      else { throw WorkerError.misunderstood }
      return digests
    }
  }
}

/// What a worker has of a log: the stores of its app, and the runs of steps that can be compared.
struct OpenedLog: Equatable {
  let stores: [String]
  let runs: [ClosedRange<Step>]

  /// What an answer tells; throws if it is another one, or no log has such steps.
  init(_ answer: WorkerAnswer) throws {
    guard case .begun(let stores, let runs) = answer,
      zip(runs, runs.dropFirst()).allSatisfy({ $0.upperBound < $1.lowerBound }),
      runs.last.map({ $0.upperBound.number <= UInt64(Int64.max) }) ?? true
    else { throw WorkerError.misunderstood }
    (self.stores, self.runs) = (stores, runs)
  }
}
