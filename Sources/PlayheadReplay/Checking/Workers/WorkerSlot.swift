/// A place for a worker: where one has ended, or says nothing any more, another takes its place.
package final class WorkerSlot: WorkerChannel {
  /// How long a worker here may say nothing while it is to answer; nil for as long as it takes.
  package var limit: Duration? { didSet { worker?.limit = limit } }

  private let spawn: () throws -> any WorkerChannel
  private var worker: (any WorkerChannel)?
  /// Whether it can be asked about smaller sessions.
  private var isReady = false

  /// A slot that nobody is at. `spawn` gives a new worker each time.
  package init(limit: Duration? = nil, spawn: @escaping () throws -> any WorkerChannel) {
    (self.limit, self.spawn) = (limit, spawn)
  }

  /// Makes sure that somebody is here; throws what spawning does.
  package func ensureRunning() throws {
    guard worker == nil else { return }
    let worker = try spawn()
    worker.limit = limit
    self.worker = worker
  }

  /// Sends whoever is here away: a worker that is not understood, or is to be another one.
  package func terminate() { (worker, isReady) = (nil, false) }

  /// Makes sure that somebody is here who plays parts of the log of `task`; takes as long as it takes.
  func makeReady(for task: ShrinkTask) throws {
    try ensureRunning()
    guard !isReady else { return }
    let limit = self.limit
    self.limit = nil
    defer { self.limit = limit }
    guard case .ready = try result(of: .shrink(task)) else { throw WorkerError.misunderstood }
    isReady = true
  }

  package func ask(_ request: WorkerRequest) throws {
    try terminatingOnFailure { try $0.ask(request) }
  }

  package func answer() throws -> WorkerAnswer {
    let answer = try terminatingOnFailure { try $0.answer() }
    // The process that goes on knows of no log.
    if case .trapped = answer { isReady = false }
    return answer
  }

  private func terminatingOnFailure<Result>(
    _ body: (any WorkerChannel) throws -> Result
  ) throws -> Result {
    guard let worker else { throw WorkerError.lost(reason: "it had ended before") }
    do {
      return try body(worker)
    } catch {
      terminate()
      throw error
    }
  }
}
