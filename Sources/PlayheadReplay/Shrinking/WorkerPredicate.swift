package import PlayheadReading
package import PlayheadLog

/// Lets a worker say whether a condition holds at the end of a session. It does not hold if a store traps,
/// ends the process or does not stop; only the worker is lost then. Or says whether a session ends in the
/// same trap.
package final class WorkerPredicate: ShrinkPredicate {
  package private(set) var playedCount: UInt64 = 0
  private let trials: SessionTrials
  private let log: any ActionSource
  private let run: ClosedRange<Step>
  /// The trap to look for, instead of a condition.
  private let crash: Crash?
  /// How many actions were played before the last worker began.
  private var playedBefore: UInt64 = 0

  /// Plays a session again that ends in the crash, to find the place in the code; nil if any place counts.
  private let located: SessionTrials?

  /// A store's trap. Two are the same if the reason, the type of the action, and the place if it is known, are the same.
  package struct Crash: Hashable {
    /// The runtime's message.
    package var reason: String
    /// The name of the action's type.
    package var type: String
    /// The place in the app's code; nil if it is unknown.
    package var location: CodeLocation?
  }

  /// Asks a single worker about parts of a run of `log`: for its task's condition, or for a crash.
  package init(
    _ trials: SessionTrials, _ log: any ActionSource, in run: ClosedRange<Step>,
    crash: Crash? = nil, located: SessionTrials? = nil
  ) {
    (self.trials, self.log, self.run, self.crash) = (trials, log, run, crash)
    self.located = located
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
      // The trap must be at the last action: after it nothing was tried.
      guard step.number == run.lowerBound.number + UInt64(session.steps.count) - 1,
        let last = session.steps.last
      else { return false }
      guard end.reason == crash.reason, try log.entry(at: last).type.name == crash.type else {
        return false
      }
      return try located.map { try $0.trap(of: session)?.location == crash.location } ?? true
    }
  }
}

/// Workers that play smaller sessions of a log side by side, each in its own way.
///
/// A smaller session may never end: the action that ended a loop is missing, or the loop counts by zero. So
/// a worker that is silent for too long within a step is ended.
package final class SessionTrials {
  /// A step of a smaller session may take this many times as long as the whole first session, on a machine that has become
  /// busy, …
  private static let slowest = 20
  /// … and at least this long by default, because a process may have to wait for its turn.
  package static let leastLimit = Duration.seconds(10)

  private let slots: [(slot: WorkerSlot, task: ShrinkTask)]
  private let leastLimit: Duration
  private var limit: Duration?

  /// Trials at these slots, each of a task. No step may take longer than `leastLimit`; after the first session, than 20
  /// times the time of that session if that is more.
  package init(
    _ slots: [(slot: WorkerSlot, task: ShrinkTask)],
    leastLimit: Duration = SessionTrials.leastLimit
  ) {
    (self.slots, self.leastLimit) = (slots, leastLimit)
  }

  /// Each worker's result for a session. Throws if a worker cannot be made ready.
  func play(_ session: ShrunkSession) throws -> [Result<TrialResult, any Error>] {
    for (slot, task) in slots {
      try slot.makeReady(for: task)
      slot.limit = limit ?? leastLimit
    }
    let begin = ContinuousClock.now
    let results = ReplicaGroup(slots.map(\.slot)).results { _ in TrialRequest(session: session) }
    if limit == nil { limit = max(leastLimit, (ContinuousClock.now - begin) * Self.slowest) }
    return results
  }

  /// The trap at which a session ends; nil if it plays to its end.
  package func trap(of session: ShrunkSession) throws -> KnownCrash? {
    do {
      _ = try play(session).first?.get()
      return nil
    } catch WorkerError.ended(let end) where end.kind == .trap && end.place != nil {
      return end.trap
    }
  }

  /// Ends the workers; new ones play from now on.
  func renew() { for (slot, _) in slots { slot.terminate() } }
}
