import Foundation
package import PlayheadLog

/// Lets several workers, under different conditions, play each session. The session keeps the divergence if
/// the workers differ at its end in the same place. If an encoding or a shared object was at fault, it keeps
/// it if a state changes when it is encoded and decoded, or when the next action is handled.
package final class DivergencePredicate: ShrinkPredicate {
  package private(set) var playedCount: UInt64 = 0
  private let trials: SessionTrials
  private let cause: Cause
  private let divergence: Divergence
  private let store: String

  /// For a difference in `store` with this cause; nil if replays agree and only a recording differs. `spawn`
  /// starts a new worker each time; `leastLimit` is how long a smaller session may take in any case.
  package init?(
    _ log: ReplaySpec, run: ClosedRange<Step>, _ divergence: Divergence, in store: String,
    _ cause: Cause, leastLimit: Duration = SessionTrials.leastLimit,
    spawn: @escaping (RunConditions) throws -> any WorkerChannel
  ) {
    guard let settings = cause.workers else { return nil }
    trials = SessionTrials(
      settings.map { setting in
        var log = log
        log.perturbations = setting.perturbations
        return (
          WorkerSlot { try spawn(setting.conditions) },
          ShrinkTask(log, run: run, divergence.evidence.question(of: store))
        )
      }, leastLimit: leastLimit)
    (self.cause, self.divergence, self.store) = (cause, divergence, store)
  }

  package func holds(for session: ShrunkSession) throws -> Bool {
    var attempts = cause.attempts
    while try !differs(session) {
      attempts -= 1
      if attempts == 0 { return false }
    }
    for _ in 0..<cause.confirmations {
      trials.renew()
      guard try differs(session) else { return false }
    }
    return true
  }

  private func differs(_ session: ShrunkSession) throws -> Bool {
    let outcomes = try play(session)
    guard let first = outcomes.first ?? nil, outcomes.allSatisfy({ $0 != nil }) else {
      return false
    }
    let other =
      [first.twin].compactMap(\.self).first { $0 != first.state }
      ?? outcomes.compactMap { $0?.state }.first { $0 != first.state }
    return try other.map { try isSame(first.state, $0) } ?? false
  }

  /// Each worker's outcome; nil if an action does not fit, or a store traps, ends the process or hangs.
  private func play(_ session: ShrunkSession) throws -> [SessionOutcome?] {
    try trials.play(session).map { result in
      do {
        let outcome = try result.get().outcome
        playedCount += UInt64(session.steps.count)
        return outcome
      } catch WorkerError.ended {
        return nil
      }
    }
  }

  /// Whether two states of the store first differ where those of the recording do, in any element of lists
  /// and dictionaries.
  private func isSame(_ one: Data, _ other: Data) throws -> Bool {
    var found = divergence
    try found.show([UInt8](one), [UInt8](other), in: store)
    return found.path?.pattern == divergence.path?.pattern
  }
}

extension Divergence.Evidence {
  /// The question that shows this evidence in a session.
  fileprivate func question(of store: String) -> ShrinkTask.Question {
    switch self {
    case .roundTrip: .renewedState(of: store)
    case .sharedOverTime: .formerState(of: store)
    case .betweenReplays, .fromRecording, .draws: .state(of: store)
    }
  }
}
