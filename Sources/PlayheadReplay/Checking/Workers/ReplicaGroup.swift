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

  /// Whether a worker of these was ended in a way that may be from outside.
  func isOutside(_ ends: inout OutsideEnds) -> Bool {
    for case WorkerError.ended(let end) in reasons.compactMap(\.self) where ends.includes(end) {
      return true
    }
    return false
  }

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
  package func answers<Request: WorkerRequest>(
    _ onSteps: (UInt64) throws -> Void = { _ in }, to request: (Int) -> Request
  ) throws -> [Request.Answer] {
    let results = results(onSteps, to: request)
    let failures = results.map { result -> (any Error)? in
      if case .failure(let error) = result { error } else { nil }
    }
    guard failures.allSatisfy({ $0 == nil }) else { throw WorkersFailed(reasons: failures) }
    return try results.map { try $0.get() }
  }

  /// The same, with the reasons of those that have no answer.
  package func results<Request: WorkerRequest>(
    _ onSteps: (UInt64) throws -> Void = { _ in }, to request: (Int) -> Request
  ) -> [Result<Request.Answer, any Error>] {
    let asked = workers.enumerated().map { number, worker in
      let request = request(number)
      return Result {
        try worker.ask(request)
        return request
      }
    }
    return zip(workers, asked).enumerated().map { number, pair in
      // All come along about as fast as each other, so the progress of the first is shown.
      let onSteps = number == 0 ? onSteps : { _ in }
      return pair.1.flatMap { request in
        Result { try pair.0.answer(to: request, onSteps: onSteps) }
      }
    }
  }

  /// What each of them has of the log of its task. Throws as ``answers(_:to:)`` does.
  func begin(_ task: (Int) -> WorkerTask) throws -> [OpenedLog] {
    let opened = try answers { BeginRequest(task: task($0)) }
    guard opened.allSatisfy(\.isSound) else { throw WorkerError.misunderstood }
    return opened
  }

  /// The digests that each of them gives, which must be those of `stores` stores, at some of these steps.
  func digests(
    _ request: DigestsRequest, of stores: Int, in steps: ClosedRange<Step>
  ) throws -> [[StepDigests]] {
    let all = try answers { _ in request }
    let areSound = all.joined().allSatisfy {
      $0.stores.count == stores && steps.contains($0.step)
    }
    guard areSound else { throw WorkerError.misunderstood }
    return all
  }
}
