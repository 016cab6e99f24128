import PlayheadLog
import PlayheadReading
import PlayheadReplay
import Testing

/// A worker in this process.
class LocalWorker: WorkerChannel {
  private let service: WorkerContext
  var limit: Duration?

  /// A worker of a log with what `makePlayer` makes.
  init(_ log: LogReader, _ makePlayer: @escaping () throws -> any Replayable) {
    service = WorkerContext { _ in (log, makePlayer) }
  }

  func ask(_ request: some WorkerRequest) {}

  /// As a process does it, which says what it cannot do.
  func answer<Request: WorkerRequest>(
    to request: Request, _ onReply: (WorkerReply) throws -> Void
  ) throws -> Request.Answer {
    do {
      return try request.answer(by: service)
    } catch let error as ReplayError {
      throw WorkerError.failed(
        WorkerFailure("\(error)", step: error.step, reason: error.reason))
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

  override func answer<Request: WorkerRequest>(
    to request: Request, _ onReply: (WorkerReply) throws -> Void
  ) throws -> Request.Answer {
    if let advance = request as? AdvanceRequest, advance.from < last, advance.to >= last {
      guard knowsStep else { throw WorkerError.lost(reason) }
      throw WorkerError.ended(.init(kind: .trap, reason: reason, place: .init(step: last)))
    }
    return try super.answer(to: request, onReply)
  }
}

/// A worker that ends when it is to go over steps again.
final class ForwardWorker: LocalWorker {
  private var end = Step.initial

  override func answer<Request: WorkerRequest>(
    to request: Request, _ onReply: (WorkerReply) throws -> Void
  ) throws -> Request.Answer {
    if let advance = request as? AdvanceRequest {
      if advance.from < end { throw WorkerError.lost("the way back is closed") }
      end = advance.to
    }
    return try super.answer(to: request, onReply)
  }
}

/// A worker that says something else than it should.
final class LyingWorker: LocalWorker {
  private let lie: (Any) -> Any

  init(
    _ log: LogReader, _ makePlayer: @escaping () throws -> any Replayable,
    _ lie: @escaping (Any) -> Any
  ) {
    self.lie = lie
    super.init(log, makePlayer)
  }

  override func answer<Request: WorkerRequest>(
    to request: Request, _ onReply: (WorkerReply) throws -> Void
  ) throws -> Request.Answer {
    try #require(lie(try super.answer(to: request, onReply)) as? Request.Answer)
  }
}
