import PlayheadFiles
package import PlayheadLog

/// Lets a worker say whether a condition holds at the end of a session: where a store traps, ends the process, or
/// never comes to an end, it does not, and nobody but the worker is lost. Or whether a session ends as one did at
/// which a store trapped.
package final class WorkerPredicate: ShrinkPredicate {
  package private(set) var playedCount: UInt64 = 0
  private let trials: SessionTrials
  private let log: LogReader
  private let run: ClosedRange<Step>
  /// What is looked for instead of a condition.
  private let crash: Crash?
  /// How many were played before the worker was ready for the last time.
  private var playedBefore: UInt64 = 0

  /// A store's trap: two are the same if the reason is, and the type of the action.
  package struct Crash: Hashable {
    /// What the runtime said.
    package var reason: String
    /// The name of the action's type.
    package var type: String
  }

  /// Asks a single worker about parts of a run of `log`: for its task's condition, or for a crash.
  package init(
    _ trials: SessionTrials, _ log: LogReader, in run: ClosedRange<Step>, crash: Crash? = nil
  ) {
    (self.trials, self.log, self.run, self.crash) = (trials, log, run, crash)
  }

  package func holds(for session: ShrunkSession) throws -> Bool {
    let results = try trials.play(session)
    do {
      guard let result = try results.first?.get() else { throw WorkerError.misunderstood }
      playedCount = playedBefore &+ result.playedCount
      return result.holds
    } catch WorkerError.ended(let end) {
      playedBefore = playedCount
      guard let crash, end.kind == .trap, let step = end.place?.step else { return false }
      // Behind the action at which it trapped nothing was tried.
      guard step.number == run.lowerBound.number + UInt64(session.steps.count) - 1,
        let last = session.steps.last
      else { return false }
      return try Crash(reason: end.reason, type: log.entry(at: last).type.name) == crash
    }
  }
}

/// Workers that play smaller sessions of a log side by side, each in its own way.
///
/// A smaller session may never end: the action that ended a loop is left out, or the number by which it counts
/// is zero. So all but the first, which is the recording's own, have a limit of time.
package final class SessionTrials {
  /// So many times as long as the first may take what is smaller, on a machine that has become busy, …
  private static let slowest = 20
  /// … and so long in any case, if nobody says: a process may have to wait for its turn.
  package static let patience = Duration.seconds(10)

  private let slots: [(slot: WorkerSlot, task: ShrinkTask)]
  private let patience: Duration
  private var limit: Duration?

  /// Trials at these slots, each of a task. They take no longer than `patience`, or so many times as long as
  /// the first.
  package init(
    _ slots: [(slot: WorkerSlot, task: ShrinkTask)],
    patience: Duration = SessionTrials.patience
  ) {
    (self.slots, self.patience) = (slots, patience)
  }

  /// What each worker says of a session. Throws if a worker cannot be made ready.
  func play(_ session: ShrunkSession) throws -> [Result<TrialResult, any Error>] {
    for (slot, task) in slots {
      try slot.makeReady(for: task)
      slot.limit = limit
    }
    let begin = ContinuousClock.now
    let results = ReplicaGroup(slots.map(\.slot)).results { _ in TrialRequest(session: session) }
    if limit == nil { limit = max(patience, (ContinuousClock.now - begin) * Self.slowest) }
    return results
  }

  /// The canonical form of the state that the last session came to at this slot, or of what should be the same.
  func state(at place: Int, isTwin: Bool = false) throws -> [UInt8] {
    [UInt8](try slots[place].slot.result(of: TrialStateRequest(isTwin: isTwin)))
  }

  /// Lets others play from now on.
  func renew() { for (slot, _) in slots { slot.terminate() } }
}
