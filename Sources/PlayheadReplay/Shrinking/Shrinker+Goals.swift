package import PlayheadReading
public import PlayheadLog
package import PlayheadValues

extension Shrinker {
  /// Shrinks the actions up to the first step, at most `end`, at which `condition` holds. The condition must
  /// hold after the last action of what is left. Nil if it is true at no step.
  ///
  /// In a log with missing steps, shrinks the run of that step, from the state with which the run begins.
  public convenience init?(
    _ replay: Replay, until condition: Condition, upTo end: Step? = nil
  ) throws {
    try self.init(replay, until: condition, upTo: end, guessing: true)
  }

  /// The same; only with `guessing`, tries the values first that the condition asks for.
  package convenience init?(
    _ replay: Replay, until condition: Condition, upTo end: Step? = nil, guessing: Bool
  ) throws {
    let search = try Search(replay.log, for: condition, with: replay)
    search.onStep = replay.onStep
    guard let step = try search.nextStop(after: replay.log.initialStep, upTo: end)?.step,
      let run = replay.log.steps.first(where: { $0.contains(step) })
    else { return nil }
    let predicate = try ConditionPredicate(replay, in: run, condition)
    try self.init(
      replay.log, run.lowerBound...step, predicate,
      guess: {
        guard guessing, !condition.hasOtherPaths else { return nil }
        return try replay.actions(leadingTo: condition.paths, in: $0)
      }, payload: replay.currentPayload)
  }

  /// Shrinks the session of these steps. Nil if `predicate` does not hold for it. `guess` returns the actions
  /// that may matter; `payload` returns an action's payload, or nil to leave it as it is.
  package convenience init?(
    _ log: any ActionSource, _ steps: ClosedRange<Step>, _ predicate: any ShrinkPredicate,
    guess: (ClosedRange<Step>) throws -> [Step]?, payload: @escaping (Step) throws -> Value?
  ) throws {
    let session = Self.session(steps)
    // Also gives the predicate states from which to play other sessions.
    guard try predicate.holds(for: session) else { return nil }
    self.init(
      session, of: log, predicate, guesses: try guess(steps).map { [$0] } ?? [], payload: payload)
  }

  /// Shrinks the actions up to one at which a store traps, as a worker at `slot` finds. A smaller session
  /// must trap at its last action, of the same type, for the same reason; it may take `leastLimit` in any case. With a
  /// `locator`, whose workers tell the place in the code, it must also trap at the same place.
  /// Nil if no store traps in the last run of the log, up to `end`.
  package convenience init?(
    crashOf log: any ActionSource, _ task: ReplaySpec, upTo end: Step? = nil, at slot: WorkerSlot,
    locator: WorkerSlot? = nil, leastLimit: Duration = SessionTrials.leastLimit,
    payload: @escaping (Step) throws -> Value?
  ) throws {
    guard let run = log.steps.last(where: { $0.lowerBound <= end ?? log.lastStep }) else {
      return nil
    }
    let whole = run.clamped(to: run.lowerBound...(end ?? run.upperBound))
    let shrinkTask = ShrinkTask(crashOf: task, run: run)
    let trials = SessionTrials([(slot, shrinkTask)], leastLimit: leastLimit)
    guard let trap = try trials.trap(of: Self.session(whole)) else { return nil }
    guard whole.contains(trap.step) else { throw WorkerError.misunderstood }
    let session = Self.session(whole.lowerBound...trap.step)
    let located = locator.map { SessionTrials([($0, shrinkTask)], leastLimit: leastLimit) }
    let crash = WorkerPredicate.Crash(
      reason: trap.reason, type: try log.entry(at: trap.step).type.name,
      location: try located?.trap(of: session)?.location)
    self.init(
      session, of: log, WorkerPredicate(trials, log, in: run, crash: crash, located: located),
      payload: payload)
  }

  package static func session(_ steps: ClosedRange<Step>) -> ShrunkSession {
    ShrunkSession((steps.lowerBound.number...steps.upperBound.number).map { Step($0) })
  }
}

extension Divergence {
  /// The differing path up to the first element: the index of an element depends on the session.
  package var fieldPath: StatePath? {
    path.map { StatePath(Array($0.components.prefix { $0.name != nil })) }
  }
}

extension Replay {
  /// The payload of a step's action as this build has it; nil if the app cannot make other actions.
  package func currentPayload(of step: Step) throws -> Value? {
    guard let player = dispatcherPlayer else { return nil }
    return try ActionBuilder(log: log, player: player)
      .payload(of: LoggedAction(log.entry(at: step)))
  }
}
