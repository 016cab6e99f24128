import PlayheadLog
import PlayheadReplay
import Testing

/// A worker in this process, which remembers what it was asked.
class LocalWorker: WorkerChannel {
  private let service: ReplicaService
  private(set) var asked: [WorkerRequest] = []
  var limit: Duration?

  /// A worker of a log with what `makePlayer` makes.
  init(_ log: LogReader, _ makePlayer: @escaping () throws -> any Replayable) {
    service = ReplicaService { _ in (log, makePlayer) }
  }

  func ask(_ request: WorkerRequest) throws { asked.append(request) }

  /// As a process does it, which says what it cannot do.
  func answer() throws -> WorkerAnswer {
    let request = try #require(asked.last)
    do {
      return try service.answer(request) { _ in }
    } catch let error as ReplayError {
      return .failed(.init("\(error)", code: 1, step: error.step, reason: error.reason))
    }
  }
}

/// A worker that ends, or traps, wherever an action at or behind a step is applied.
final class MortalWorker: LocalWorker {
  private let last: Step
  private let reason: String
  private let knowsStep: Bool

  init(
    _ log: LogReader, diesAt step: Step, _ reason: String, knowsStep: Bool,
    _ makePlayer: @escaping () throws -> any Replayable
  ) {
    (last, self.reason, self.knowsStep) = (step, reason, knowsStep)
    super.init(log, makePlayer)
  }

  override func answer() throws -> WorkerAnswer {
    if case .advance(let start, let end, _) = asked.last, start < last, end >= last {
      guard knowsStep else { throw WorkerError.lost(reason: reason) }
      return .trapped(step: last, reason: reason)
    }
    return try super.answer()
  }
}

/// A worker that says something else than it should.
final class LyingWorker: LocalWorker {
  private let lie: (WorkerAnswer) -> WorkerAnswer

  init(
    _ log: LogReader, _ makePlayer: @escaping () throws -> any Replayable,
    _ lie: @escaping (WorkerAnswer) -> WorkerAnswer
  ) {
    self.lie = lie
    super.init(log, makePlayer)
  }

  override func answer() throws -> WorkerAnswer { lie(try super.answer()) }
}
