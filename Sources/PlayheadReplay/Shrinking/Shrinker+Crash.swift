import PlayheadFiles
package import PlayheadLog

extension Shrinker {
  /// Shrinks what led to an action at which a store traps, which a worker at `slot` finds out: a smaller session
  /// traps at its last action, which is of the same type, for the same reason, within `patience` in any case. Nil if
  /// no store traps at the actions of the last run of the log, up to `end`.
  package convenience init?(
    crashOf log: LogReader, _ player: any Replayable, _ task: WorkerTask, upTo end: Step? = nil,
    at slot: WorkerSlot, patience: Duration = SessionTrials.patience
  ) throws {
    guard let run = log.steps.last(where: { $0.lowerBound <= end ?? log.lastStep }) else {
      return nil
    }
    let whole = run.clamped(to: run.lowerBound...(end ?? run.upperBound))
    // What traps may be an observer.
    var observed = task
    observed.isObserved = true
    let trials = SessionTrials(
      [(slot, ShrinkTask(observed, run: run, .none))], patience: patience)
    guard let trap = try Self.trap(of: whole, trials) else { return nil }
    let type = try log.entry(at: trap.step).type.name
    self.init(
      Self.session(whole.lowerBound...trap.step), of: log, by: player,
      WorkerPredicate(trials, log, in: run, crash: .init(reason: trap.reason, type: type)))
  }

  private static func trap(
    of steps: ClosedRange<Step>, _ trials: SessionTrials
  ) throws -> KnownTrap? {
    do {
      _ = try trials.play(session(steps)).first?.get()
      return nil
    } catch WorkerError.trapped(let step?, let reason, let store) {
      guard steps.contains(step) else { throw WorkerError.misunderstood }
      return KnownTrap(step: step, reason: reason, store: store)
    }
  }

  static func session(_ steps: ClosedRange<Step>) -> ShrunkSession {
    ShrunkSession((steps.lowerBound.number...steps.upperBound.number).map { Step($0) })
  }
}
