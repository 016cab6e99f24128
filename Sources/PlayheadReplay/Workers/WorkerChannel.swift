import PlayheadLog
/// A connection to a worker: one request, one answer.
package protocol WorkerChannel: AnyObject {
  /// How long the worker may be silent before its answer; nil for no limit.
  var limit: Duration? { get set }

  /// Sends a request. Take the answer to the request before first.
  func ask(_ request: some WorkerRequest) throws

  /// Waits for the last request's answer. `onReply` gets the replies before it. Throws ``WorkerError``.
  func answer<Request: WorkerRequest>(
    to request: Request, _ onReply: (WorkerReply) throws -> Void
  ) throws -> Request.Answer
}

extension WorkerChannel {
  /// Waits for the answer to the last request. `onSteps` gets the number of steps done.
  package func answer<Request: WorkerRequest>(
    to request: Request, onSteps: (UInt64) throws -> Void = { _ in }
  ) throws -> Request.Answer {
    try answer(to: request) { (reply: WorkerReply) in
      if case .working(let done) = reply { try onSteps(done) }
    }
  }

  /// Sends a request, and waits for its answer.
  package func result<Request: WorkerRequest>(of request: Request) throws -> Request.Answer {
    try ask(request)
    return try answer(to: request)
  }
}

/// Why a worker gave no useful answer.
package enum WorkerError: Error, Codable, Sendable {
  /// The worker says that it cannot do it.
  case failed(WorkerFailure)
  /// Its process ended, or was ended because it did not stop.
  case ended(WorkerEnd)
  /// There is no process: the system starts none, or the program does not answer as a worker. With `isLimit`,
  /// a limit of the system is the reason.
  case notStarted(reason: String, isLimit: Bool = false)
  /// The program has another version of the protocol.
  case otherVersion(Int)
  /// The program was rebuilt since the first process began.
  case otherBuild
  /// The answer does not fit the request.
  case misunderstood
  /// The workers' apps have different stores, or can compare different steps of a log.
  case unalike

  /// The process ended for an unknown reason.
  package static func lost(_ reason: String) -> WorkerError {
    .ended(WorkerEnd(kind: .end, reason: reason))
  }
}

/// How a worker's process ended.
package struct WorkerEnd: Codable, Hashable, Sendable {
  package var kind: KnownCrash.Kind
  package var reason: String
  /// The place in the app's code, if the runtime said it.
  package var location: CodeLocation?
  /// The action that the worker was handling; nil if it was between two actions.
  package var place: CrashMarker.Location?
  /// Whether another thread was decoding later actions. Such an action may have ended the process.
  package var decodedAhead = false
  /// Whether something outside the app may have ended the process: by a signal that is not a trap.
  package var mayBeFromOutside = false

  package init(kind: KnownCrash.Kind, reason: String, place: CrashMarker.Location? = nil) {
    (self.kind, self.reason, self.place) = (kind, reason, place)
  }

  /// The end as a trap of an action; nil if no action was being handled.
  package var trap: KnownCrash? {
    place.map {
      KnownCrash(step: $0.step, reason: reason, store: $0.store, kind: kind, location: location)
    }
  }
}

/// Tells workers ended from outside, such as for lack of memory, from workers ended by a store. A store ends
/// the next worker at the same step again.
package struct KillRetry {
  /// A system that ends more workers than this ends the next one too.
  private static let limit = 3

  private var steps: [Step?] = []

  package init() {}

  /// Whether to repeat the request that the worker had.
  package mutating func includes(_ end: WorkerEnd) -> Bool {
    let step = end.place?.step
    guard end.mayBeFromOutside, steps.count < Self.limit, steps.last != .some(step) else {
      return false
    }
    steps.append(step)
    return true
  }

  /// Runs `body`, and repeats it if its worker was ended from outside.
  package static func retrying<T>(_ body: () throws -> T) throws -> T {
    var ends = KillRetry()
    while true {
      do {
        return try body()
      } catch WorkerError.ended(let end) where ends.includes(end) {
        continue
      }
    }
  }
}

/// A place for one worker. A new worker replaces one that ended or was misunderstood.
package final class WorkerSlot: WorkerChannel {
  package var limit: Duration? { didSet { worker?.limit = limit } }

  private let spawn: () throws -> any WorkerChannel
  private var worker: (any WorkerChannel)?
  /// Whether the worker has opened the log for trials of smaller sessions.
  private var isReady = false

  /// An empty slot. `spawn` starts a new worker each time.
  package init(limit: Duration? = nil, spawn: @escaping () throws -> any WorkerChannel) {
    (self.limit, self.spawn) = (limit, spawn)
  }

  /// Starts a worker if there is none. Throws the errors of `spawn`.
  package func ensureRunning() throws {
    guard worker == nil else { return }
    let worker = try spawn()
    worker.limit = limit
    self.worker = worker
  }

  /// Drops the worker.
  package func terminate() { (worker, isReady) = (nil, false) }

  /// Makes sure that a worker can play parts of the log of `task`. Has no time limit.
  func makeReady(for task: ShrinkTask) throws {
    try ensureRunning()
    guard !isReady else { return }
    let limit = self.limit
    self.limit = nil
    defer { self.limit = limit }
    _ = try result(of: task)
    isReady = true
  }

  package func ask(_ request: some WorkerRequest) throws {
    try terminatingOnFailure { try $0.ask(request) }
  }

  package func answer<Request: WorkerRequest>(
    to request: Request, _ onReply: (WorkerReply) throws -> Void
  ) throws -> Request.Answer {
    try terminatingOnFailure { try $0.answer(to: request, onReply) }
  }

  private func terminatingOnFailure<Result>(
    _ body: (any WorkerChannel) throws -> Result
  ) throws -> Result {
    guard let worker else { throw WorkerError.lost("it had ended before") }
    do {
      return try body(worker)
    } catch WorkerError.failed(let failure) {
      throw WorkerError.failed(failure)
    } catch {
      terminate()
      throw error
    }
  }
}
