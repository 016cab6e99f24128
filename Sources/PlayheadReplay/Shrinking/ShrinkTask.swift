package import Foundation
package import PlayheadLog

/// Opens a log, to make its sessions smaller.
package struct ShrinkTask: WorkerRequest {
  /// The question to a worker about each session.
  package enum Question: Codable, Sendable, Hashable {
    /// Whether a condition holds at its end.
    case holds(String)
    /// The state of a store at its end.
    case state(of: String)
    /// That state, and the same state encoded and decoded.
    case renewedState(of: String)
    /// The state of a store before the last action, and that very state after the action.
    case formerState(of: String)
    /// None: only play it.
    case none
  }

  package var log: ReplaySpec
  /// The actions that sessions are parts of.
  package var run: ClosedRange<Step>
  package var question: Question

  /// A run of a log, and the question about its parts.
  package init(_ log: ReplaySpec, run: ClosedRange<Step>, _ question: Question) {
    (self.log, self.run, self.question) = (log, run, question)
  }

  /// Only to play parts of a run that may crash: an observer may be what does.
  package init(crashOf log: ReplaySpec, run: ClosedRange<Step>) {
    self.init(log, run: run, .none)
    self.log.isObserved = true
  }

  package var openedTask: ReplaySpec? { log }

  package func answer(by worker: WorkerContext) throws -> EmptyAnswer {
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
    return EmptyAnswer()
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

  func answer(by worker: WorkerContext) throws -> TrialResult {
    switch worker.trials {
    case .holds(let predicate):
      predicate.onStep = worker.counter()
      let holds = try predicate.holds(for: session)
      return TrialResult(holds: holds, playedCount: predicate.playedCount)
    case .state(let oracle):
      oracle.onStep = worker.counter()
      return TrialResult(outcome: try oracle.outcome(of: session))
    case nil: throw WorkerError.misunderstood
    }
  }
}

/// The result of a smaller session.
package struct TrialResult: Codable, Sendable {
  /// Whether a condition holds at its end.
  package var holds = false
  /// How many actions were played since the log was opened.
  package var playedCount: UInt64 = 0
  /// The state of a store at its end; nil if the session cannot be played.
  package var outcome: SessionOutcome?

  package init(
    holds: Bool = false, playedCount: UInt64 = 0, outcome: SessionOutcome? = nil
  ) {
    (self.holds, self.playedCount, self.outcome) = (holds, playedCount, outcome)
  }
}

/// The canonical form of a store's state at a session's end.
package struct SessionOutcome: Codable, Sendable, Hashable {
  package var state: Data
  /// The state that should be the same; nil if it is, or if there is none to compare.
  package var twin: Data?
}
