import PlayheadFiles
public import PlayheadLog
package import PlayheadValues

extension Shrinker {
  /// Shrinks what led to the first step, up to `end`, at which `condition` holds: it is to hold behind the last
  /// action of what is left. Nil if it holds nowhere.
  ///
  /// Of a log in which steps are missing it is the run of that step, from the state with which it begins.
  public convenience init?(
    _ replay: Replay, until condition: Condition, upTo end: Step? = nil
  ) throws {
    try self.init(replay, until: condition, upTo: end, guessing: true)
  }

  /// The same; what the condition asks for is tried first only if `guessing`.
  package convenience init?(
    _ replay: Replay, until condition: Condition, upTo end: Step? = nil, guessing: Bool
  ) throws {
    let search = try Search(replay.log, for: condition, with: replay)
    search.onStep = replay.onStep
    guard let step = try search.nextStop(after: replay.log.initialStep, upTo: end)?.step,
      let run = replay.log.steps.first(where: { $0.contains(step) })
    else { return nil }
    let predicate = try Self.predicate(replay, in: run, condition)
    try self.init(
      replay.log, run.lowerBound...step, predicate,
      guess: {
        guard guessing, !condition.hasOtherPaths else { return nil }
        return try replay.actions(leadingTo: condition.paths, in: $0)
      }, payload: replay.presentPayload)
  }

  /// Says whether `condition` holds at the end of parts of `run`, on the replay's own stores: where one of
  /// those traps, the program ends.
  package static func predicate(
    _ replay: Replay, in run: ClosedRange<Step>, _ condition: Condition
  ) throws -> any ShrinkPredicate {
    try ConditionPredicate(replay, in: run, condition)
  }

  /// Shrinks the session of these steps. Nil if `predicate` does not hold for it. `guess` gives the actions that matter, perhaps;
  /// `payload` what an action has, nil if that stays as it is.
  package convenience init?(
    _ log: LogReader, _ steps: ClosedRange<Step>, _ predicate: any ShrinkPredicate,
    guess: (ClosedRange<Step>) throws -> [Step]?, payload: @escaping (Step) throws -> Value?
  ) throws {
    let session = Self.session(steps)
    // Also so that others can be played from its states.
    guard try predicate.holds(for: session) else { return nil }
    self.init(
      session, of: log, predicate, guesses: try guess(steps).map { [$0] } ?? [], payload: payload)
  }

  /// Shrinks what led to an action at which a store traps, which a worker at `slot` finds out: a smaller session
  /// traps at its last action, which is of the same type, for the same reason, within `patience` in any case. Nil if
  /// no store traps at the actions of the last run of the log, up to `end`.
  package convenience init?(
    crashOf log: LogReader, _ task: WorkerTask, upTo end: Step? = nil, at slot: WorkerSlot,
    patience: Duration = SessionTrials.patience, payload: @escaping (Step) throws -> Value?
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
      Self.session(whole.lowerBound...trap.step), of: log,
      WorkerPredicate(trials, log, in: run, crash: .init(reason: trap.reason, type: type)),
      payload: payload)
  }

  private static func trap(
    of steps: ClosedRange<Step>, _ trials: SessionTrials
  ) throws -> KnownTrap? {
    do {
      _ = try trials.play(session(steps)).first?.get()
      return nil
    } catch WorkerError.ended(let end) where end.kind == .trap && end.place != nil {
      guard let trap = end.trap, steps.contains(trap.step) else { throw WorkerError.misunderstood }
      return trap
    }
  }

  static func session(_ steps: ClosedRange<Step>) -> ShrunkSession {
    ShrunkSession((steps.lowerBound.number...steps.upperBound.number).map { Step($0) })
  }
}

extension Divergence {
  /// The path of what differs up to the first element: which element it is differs with what the session consists of.
  package var fieldPath: StatePath? {
    path.map { StatePath(Array($0.components.prefix { $0.name != nil })) }
  }
}

extension Replay {
  /// The payload of a step's action as the app has it now; nil if the app cannot be asked for other actions.
  package func presentPayload(of step: Step) throws -> Value? {
    let making = ActionMaking(log: log, player: player)
    return making.isPossible ? try making.payload(of: log.entry(at: step)) : nil
  }
}
