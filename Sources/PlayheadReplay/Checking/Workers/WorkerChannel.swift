import PlayheadLog
/// The way to a worker and back: one request, one answer.
package protocol WorkerChannel: AnyObject {
  /// How long the worker may say nothing before its answer; nil for as long as it takes.
  var limit: Duration? { get set }

  /// Sends a request. The answer before it has been taken.
  func ask(_ request: some WorkerRequest) throws

  /// Waits for the answer to the request that was sent last. `onReply` gets what comes before it. Throws ``WorkerError`` if there is
  /// none.
  func answer<Request: WorkerRequest>(
    to request: Request, _ onReply: (WorkerReply) throws -> Void
  ) throws -> Request.Answer
}

extension WorkerChannel {
  /// Waits for the answer to a request that was sent; `onSteps` gets the number of steps that are done.
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

/// Why a worker gave no answer of use.
package enum WorkerError: Error, Sendable {
  /// It says that it cannot.
  case failed(WorkerFailure)
  /// Its process ended, or was ended because it came to no end.
  case ended(WorkerEnd)
  /// There is no process for it: the system starts none, or the program does not answer as a worker.
  /// With `isLimit` a limit of the system is the reason.
  case notStarted(reason: String, isLimit: Bool = false)
  /// The program speaks another version.
  case otherVersion(Int)
  /// The program is another build than it was when the first process began.
  case otherBuild
  /// It answered something else than was asked.
  case misunderstood
  /// It has other stores of an app than another one, or can compare other steps of a log.
  case unalike

  /// The process ended, and nothing more is known.
  package static func lost(_ reason: String) -> WorkerError {
    .ended(WorkerEnd(kind: .end, reason: reason))
  }
}

/// How a worker's process ended.
package struct WorkerEnd: Hashable, Sendable {
  package var kind: KnownTrap.Kind
  package var reason: String
  /// The action that it handled then; nil if it was between two actions.
  package var place: AppliedStep.Place?
  /// Whether another thread decoded actions of later steps, one of which may have ended the process.
  package var decodedAhead = false
  /// Whether it may not have been the app that ended the process: by a signal that is no trap.
  package var mayBeFromOutside = false

  package init(kind: KnownTrap.Kind, reason: String, place: AppliedStep.Place? = nil) {
    (self.kind, self.reason, self.place) = (kind, reason, place)
  }

  /// The same of an action; nil if it handled none.
  package var trap: KnownTrap? {
    place.map { KnownTrap(step: $0.step, reason: reason, store: $0.store, kind: kind) }
  }
}

/// Tells the ends of workers that came from outside, such as for lack of memory, from those that a store brings about: the
/// latter come again at the same step.
package struct OutsideEnds {
  /// A system that ends more workers than this ends the next one, too.
  private static let limit = 3

  private var steps: [Step?] = []

  /// None so far.
  package init() {}

  /// Whether what the worker was asked is worth being asked again.
  package mutating func includes(_ end: WorkerEnd) -> Bool {
    let step = end.place?.step
    guard end.mayBeFromOutside, steps.count < Self.limit, steps.last != .some(step) else {
      return false
    }
    steps.append(step)
    return true
  }

  /// Does `body`, and again if its worker was ended from outside.
  package static func retrying<T>(_ body: () throws -> T) throws -> T {
    var ends = OutsideEnds()
    while true {
      do {
        return try body()
      } catch WorkerError.ended(let end) where ends.includes(end) {
        continue
      }
    }
  }
}

/// A place for a worker: when a worker ends, or is not understood, another one takes its place.
package final class WorkerSlot: WorkerChannel {
  package var limit: Duration? { didSet { worker?.limit = limit } }

  private let spawn: () throws -> any WorkerChannel
  private var worker: (any WorkerChannel)?
  /// Whether the worker has the log of smaller sessions.
  private var isReady = false

  /// An empty slot. `spawn` gives a new worker each time.
  package init(limit: Duration? = nil, spawn: @escaping () throws -> any WorkerChannel) {
    (self.limit, self.spawn) = (limit, spawn)
  }

  /// Makes sure that there is a worker; throws what spawning does.
  package func ensureRunning() throws {
    guard worker == nil else { return }
    let worker = try spawn()
    worker.limit = limit
    self.worker = worker
  }

  /// Lets the worker go.
  package func terminate() { (worker, isReady) = (nil, false) }

  /// Makes sure that there is a worker that plays parts of the log of `task`; takes as long as it takes.
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
