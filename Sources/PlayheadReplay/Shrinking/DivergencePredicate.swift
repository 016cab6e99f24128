package import PlayheadLog

/// Lets several workers, under conditions that are not the same, play each session: it comes to the same as
/// the recording if they differ at its end in the same place. Or if a state is not the same after encoding and
/// decoding it, or after the next action, where that is what was found.
package final class DivergencePredicate: ShrinkPredicate {
  package private(set) var playedCount: UInt64 = 0
  private let trials: SessionTrials
  private let cause: Cause
  private let divergence: Divergence
  private let store: String

  /// For what differs in `store` for this cause; nil if replays agree, and only a recording says something else.
  /// `spawn` gives a new worker each time; `patience` is how long a smaller session may take in any case.
  package init?(
    _ log: WorkerTask, run: ClosedRange<Step>, _ divergence: Divergence, in store: String,
    _ cause: Cause, patience: Duration = SessionTrials.patience,
    spawn: @escaping (RunConditions) throws -> any WorkerChannel
  ) {
    guard let settings = cause.workers else { return nil }
    trials = SessionTrials(
      settings.map { setting in
        var log = log
        log.ways = setting.ways
        return (
          WorkerSlot { try spawn(setting.conditions) },
          ShrinkTask(log, run: run, divergence.evidence.question(of: store))
        )
      }, patience: patience)
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
    if first.state != first.twin {
      return
        try isSame(trials.state(at: 0), trials.state(at: 0, isTwin: true))
    }
    guard let other = outcomes.firstIndex(where: { $0?.state != first.state }) else { return false }
    return try isSame(trials.state(at: 0), trials.state(at: other))
  }

  /// What each of them comes to; nil where a store traps, ends the process or never comes to an end, or an
  /// action does not fit.
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

  /// Whether two states of the store differ first where those of the recording do, whichever elements of lists
  /// and dictionaries that is in.
  private func isSame(_ one: [UInt8], _ other: [UInt8]) throws -> Bool {
    var found = divergence
    try found.show(one, other, in: store)
    return found.path?.pattern == divergence.path?.pattern
  }
}

extension Divergence.Evidence {
  /// What shows it of a session.
  fileprivate func question(of store: String) -> ShrinkTask.Question {
    switch self {
    case .roundTrip: .renewedState(of: store)
    case .sharedOverTime: .formerState(of: store)
    case .betweenReplays, .fromRecording, .draws: .state(of: store)
    }
  }
}
