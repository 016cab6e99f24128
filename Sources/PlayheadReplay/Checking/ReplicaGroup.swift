import PlayheadLog

/// Some workers gave no useful answer.
struct WorkersFailed: Error {
  /// The reason for each worker; nil for those that answered.
  var reasons: [(any Error)?]
  /// The last step at which all agreed, if any.
  var lastAgreed: Step?
  /// If they failed at the first state of a later run: `after` is its step, and `before` the last step of
  /// the run before, at which all agreed.
  var gap: (before: Step, after: Step)?

  /// Whether one of these workers was ended in a way that may be from outside.
  func isOutside(_ ends: inout KillRetry) -> Bool {
    for case WorkerError.ended(let end) in reasons.compactMap(\.self) where ends.includes(end) {
      return true
    }
    return false
  }

  /// Whether all reasons are the workers' own: none is a cancellation.
  var isOfWorkers: Bool { reasons.compactMap(\.self).allSatisfy { $0 is WorkerError } }

  /// The first worker's reason that is known.
  var first: any Error { reasons.compactMap(\.self).first ?? WorkerError.misunderstood }
}

/// Sends the same request to several workers at once, before it waits for any answer.
package struct ReplicaGroup {
  /// In the order in which their answers are read.
  package let workers: [any WorkerChannel]

  package init(_ workers: [any WorkerChannel]) { self.workers = workers }

  /// The answer of each worker. Waits for all; then throws ``WorkersFailed`` if some gave no useful answer.
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

  /// The same, with the errors of workers that gave no answer.
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
      // All replay about as fast as each other, so the progress of the first is shown.
      let onSteps = number == 0 ? onSteps : { _ in }
      return pair.1.flatMap { request in
        Result { try pair.0.answer(to: request, onSteps: onSteps) }
      }
    }
  }

  /// What each worker has of its task's log. Throws ``WorkersFailed``.
  func begin(_ task: (Int) -> ReplaySpec) throws -> [OpenedLog] {
    let opened = try answers { BeginRequest(task: task($0)) }
    guard opened.allSatisfy(\.isSound) else { throw WorkerError.misunderstood }
    return opened
  }

  /// Brings the workers from a state of the log to `step`, in pieces that the replaying thread itself reads, so that
  /// memory is allocated in one order. A worker that does not get there does not answer the next request.
  func advance(from start: Step, to step: Step) {
    // Fewer than `ActionFeed.shortestRun`, so that no other thread reads ahead.
    let pieces: UInt64 = 512
    var position = start
    repeat {
      let end = step.number - position.number > pieces ? Step(position.number + pieces) : step
      _ = results { _ in AdvanceRequest(from: position, to: end, stride: .max) }
      position = end
    } while position < step
  }

  /// Each worker's digests, checked to be of `stores` stores at some of these steps.
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
