import PlayheadCoding
package import PlayheadLog

/// Lets several witnesses, under conditions that are not the same, play each session: it comes to the same as
/// the recording if they differ at its end in the same place. Or if a state is not the same after encoding and
/// decoding it, or after the next action, where that is what was found.
package final class DivergenceJudge: ShrinkJudge {
  package private(set) var playedCount: UInt64 = 0
  private let hire: (WitnessConditions) throws -> any WitnessChannel
  private let settings: [Cause.Setting]
  private let tasks: [ShrinkTask]
  private let cause: Cause
  private let divergence: Divergence
  private let store: String
  private var witnesses = WitnessEnsemble([])
  private var areReady: [Bool] = []

  /// For what differs in `store` for this cause; nil if replays agree, and only a recording says something else.
  /// `hire` gives a new witness each time.
  package init?(
    _ log: WitnessTask, run: ClosedRange<Step>, _ divergence: Divergence, in store: String,
    _ cause: Cause, hire: @escaping (WitnessConditions) throws -> any WitnessChannel
  ) {
    guard let settings = cause.witnesses else { return nil }
    tasks = settings.map { setting in
      var log = log
      log.ways = setting.ways
      return ShrinkTask(log, run: run, divergence.evidence.question(of: store))
    }
    (self.settings, self.cause, self.hire) = (settings, cause, hire)
    (self.divergence, self.store) = (divergence, store)
  }

  private func engage() throws {
    witnesses = WitnessEnsemble(try settings.map { try hire($0.conditions) })
    areReady = settings.map { _ in false }
  }

  package func holds(for session: ShrunkSession) throws -> Bool {
    var attempts = cause.attempts
    while try !differs(session) {
      attempts -= 1
      if attempts == 0 { return false }
    }
    for _ in 0..<cause.confirmations {
      try engage()
      guard try differs(session) else { return false }
    }
    return true
  }

  private func differs(_ session: ShrunkSession) throws -> Bool {
    try makeReady()
    let outcomes = try play(session)
    guard let first = outcomes.first ?? nil, outcomes.allSatisfy({ $0 != nil }) else {
      return false
    }
    if first.state != first.twin { return try isSame(state(0), state(0, isTwin: true)) }
    guard let other = outcomes.firstIndex(where: { $0?.state != first.state }) else { return false }
    return try isSame(state(0), state(other))
  }

  private func makeReady() throws {
    if witnesses.witnesses.isEmpty { try engage() }
    for (place, witness) in witnesses.witnesses.enumerated() where !areReady[place] {
      guard case .ready = try witness.result(of: .shrink(tasks[place])) else {
        throw WitnessError.misunderstood
      }
      areReady[place] = true
    }
  }

  /// What each of them comes to; nil where a store traps or ends the process, or an action does not fit.
  private func play(_ session: ShrunkSession) throws -> [SessionOutcome?] {
    var areThere = true
    defer { if !areThere { witnesses = WitnessEnsemble([]) } }
    return try witnesses.results { _ in .tryOut(session) }.enumerated().map { place, result in
      do {
        guard case .came(let outcome) = try result.get() else {
          throw WitnessError.misunderstood
        }
        playedCount += UInt64(session.steps.count)
        return outcome
      } catch WitnessError.trapped {
        areReady[place] = false
        return nil
      } catch WitnessError.lost {
        areThere = false
        return nil
      }
    }
  }

  private func state(_ place: Int, isTwin: Bool = false) throws -> [UInt8] {
    guard
      case .state(let bytes) = try witnesses.witnesses[place].result(
        of: .outcome(isTwin: isTwin))
    else { throw WitnessError.misunderstood }
    return [UInt8](bytes)
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
