import Foundation
package import PlayheadCoding
package import PlayheadLog

/// Opens a log whose sessions are to be made smaller.
package struct ShrinkTask: WorkerRequest {
  /// What a worker is asked about each session.
  package enum Question: Codable, Sendable, Hashable {
    /// Whether a condition holds at its end.
    case holds(String)
    /// What the state of a store is there.
    case state(of: String)
    /// The same, and what it is after encoding and decoding it.
    case renewedState(of: String)
    /// What the state of a store was before its last action, and what that very state is behind it.
    case formerState(of: String)
    /// Nothing: it is played only.
    case none
  }

  /// The log.
  package var log: WorkerTask
  /// The actions of which sessions are parts.
  package var run: ClosedRange<Step>
  package var question: Question

  /// A run of a log, and what is asked of parts of it.
  package init(_ log: WorkerTask, run: ClosedRange<Step>, _ question: Question) {
    (self.log, self.run, self.question) = (log, run, question)
  }

  package var openedTask: WorkerTask? { log }

  package func answer(by worker: WorkerService) throws -> WorkerDone {
    worker.trials = nil
    let (log, makePlayer) = try worker.openSound(self.log)
    func predicate(_ condition: Condition?) throws -> SessionTrial {
      let replay = try Replay(log, with: makePlayer(), decoding: self.log.decoding)
      return .holds(try ConditionPredicate(replay, in: run, condition))
    }
    worker.trials =
      switch question {
      case .none: try predicate(nil)
      case .holds(let text): try predicate(Condition(text))
      case .state(let store), .renewedState(let store), .formerState(let store):
        .state(try OutcomeOracle(log, makePlayer, self, store))
      }
    return WorkerDone()
  }
}

/// Plays smaller sessions in a worker.
enum SessionTrial {
  case holds(ConditionPredicate)
  case state(OutcomeOracle)
}

/// Plays a part of the log of a ``ShrinkTask``.
struct TrialRequest: WorkerRequest {
  var session: ShrunkSession

  func answer(by worker: WorkerService) throws -> TrialResult {
    switch worker.trials {
    case .holds(let predicate):
      let holds = try predicate.holds(for: session)
      return TrialResult(holds: holds, playedCount: predicate.playedCount)
    case .state(let oracle): return TrialResult(outcome: try oracle.outcome(of: session))
    case nil: throw WorkerError.misunderstood
    }
  }
}

/// What a smaller session comes to.
package struct TrialResult: Codable, Sendable {
  /// Whether a condition holds at its end.
  package var holds = false
  /// How many actions were played since the log was opened.
  package var playedCount: UInt64 = 0
  /// What the state of a store is there; nil if the session cannot be played.
  package var outcome: SessionOutcome?

  package init(
    holds: Bool = false, playedCount: UInt64 = 0, outcome: SessionOutcome? = nil
  ) {
    (self.holds, self.playedCount, self.outcome) = (holds, playedCount, outcome)
  }
}

/// What the state of a store is at a session's end.
package struct SessionOutcome: Codable, Sendable, Hashable {
  package var state: Digest
  /// What should be the same; the state itself where only that was asked for.
  package var twin: Digest
}

/// The canonical form of the state that the last part came to, or of what should be the same.
struct TrialStateRequest: WorkerRequest {
  var isTwin = false

  func answer(by worker: WorkerService) throws -> Data {
    guard case .state(let oracle)? = worker.trials, let last = oracle.last else {
      throw WorkerError.misunderstood
    }
    return Data(isTwin ? last.twin : last.state)
  }
}
