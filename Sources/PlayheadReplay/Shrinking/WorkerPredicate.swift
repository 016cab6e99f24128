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
      guard case .holds(let holds, let played)? = try results.first?.get() else {
        throw WorkerError.misunderstood
      }
      playedCount = playedBefore &+ played
      return holds
    } catch WorkerError.trapped(let step, let reason, _) {
      playedBefore = playedCount
      guard let crash, let step else { return false }
      // Behind the action at which it trapped nothing was tried.
      guard step.number == run.lowerBound.number + UInt64(session.steps.count) - 1,
        let last = session.steps.last
      else { return false }
      return try Crash(reason: reason, type: log.entry(at: last).type.name) == crash
    } catch WorkerError.lost, WorkerError.silent {
      playedBefore = playedCount
      return false
    }
  }
}
