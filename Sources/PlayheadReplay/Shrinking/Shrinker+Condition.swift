import PlayheadFiles
public import PlayheadLog

extension Shrinker {
  /// Shrinks what led to the first step, up to `end`, at which `condition` holds: it is to hold behind the last
  /// action of what is left. Nil if it holds nowhere.
  ///
  /// Of a log in which steps are missing it is the run of that step, from the state with which it begins.
  public convenience init?(
    _ replay: Replay, until condition: Condition, upTo end: Step? = nil
  ) throws {
    try self.init(replay, until: condition, upTo: end) { run in
      try Self.predicate(replay, in: run, condition)
    }
  }

  /// Who says whether `condition` holds at the end of parts of `run`, on the replay's own stores: where one of
  /// those traps, the program ends.
  package static func predicate(
    _ replay: Replay, in run: ClosedRange<Step>, _ condition: Condition
  ) throws -> any ShrinkPredicate {
    try ConditionPredicate(replay, in: run, condition)
  }

  /// The same where `predicate`, which is made for a run of the recording, says whether it holds. Only if `guessing` is
  /// tried first what the condition asks for.
  package convenience init?(
    _ replay: Replay, until condition: Condition, upTo end: Step? = nil, guessing: Bool = true,
    predicate: (ClosedRange<Step>) throws -> any ShrinkPredicate
  ) throws {
    let search = try Search(replay.log, for: condition, with: replay)
    search.onStep = replay.onStep
    guard let step = try search.nextStop(after: replay.log.initialStep, upTo: end)?.step,
      let run = replay.log.steps.first(where: { $0.contains(step) })
    else { return nil }
    let predicate = try predicate(run)
    let session = Self.session(run.lowerBound...step)
    // Also so that others can be played from its states.
    guard try predicate.holds(for: session) else { return nil }
    self.init(
      session, of: replay.log, by: replay.player, predicate,
      guesses: guessing && !condition.hasOtherPaths
        ? [try replay.actions(leadingTo: condition.paths, in: run.lowerBound...step)] : [])
  }
}
