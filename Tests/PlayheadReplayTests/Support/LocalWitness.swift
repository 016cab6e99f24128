import PlayheadLog
import PlayheadReplay
import Testing

/// A witness in this process, which remembers what it was asked.
class LocalWitness: WitnessChannel {
  private let service: WitnessService
  private(set) var asked: [WitnessRequest] = []
  var limit: Duration?

  /// A witness of a log with what `makePlayer` makes.
  init(_ log: LogReader, _ makePlayer: @escaping () throws -> any Replayable) {
    service = WitnessService { _ in (log, makePlayer) }
  }

  func ask(_ request: WitnessRequest) throws { asked.append(request) }

  /// As a process does it, which says what it cannot do.
  func answer() throws -> WitnessAnswer {
    let request = try #require(asked.last)
    do {
      return try service.answer(request) { _ in }
    } catch let error as ReplayError {
      return .failed(.init("\(error)", code: 1, step: error.step, reason: error.reason))
    }
  }
}

/// A witness that ends, or traps, wherever an action at or behind a step is applied.
final class MortalWitness: LocalWitness {
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

  override func answer() throws -> WitnessAnswer {
    if case .advance(let start, let end, _) = asked.last, start < last, end >= last {
      guard knowsStep else { throw WitnessError.lost(reason: reason) }
      return .trapped(step: last, reason: reason)
    }
    return try super.answer()
  }
}

/// A witness that says something else than it should.
final class LyingWitness: LocalWitness {
  private let lie: (WitnessAnswer) -> WitnessAnswer

  init(
    _ log: LogReader, _ makePlayer: @escaping () throws -> any Replayable,
    _ lie: @escaping (WitnessAnswer) -> WitnessAnswer
  ) {
    self.lie = lie
    super.init(log, makePlayer)
  }

  override func answer() throws -> WitnessAnswer { lie(try super.answer()) }
}
