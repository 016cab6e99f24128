import PlayheadCoding
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
      try Self.judge(replay, in: run, condition)
    }
  }

  /// Who says whether `condition` holds at the end of parts of `run`, on the replay's own stores: where one of
  /// those traps, the program ends.
  package static func judge(
    _ replay: Replay, in run: ClosedRange<Step>, _ condition: Condition
  ) throws -> any ShrinkJudge {
    try ConditionJudge(replay, in: run, condition)
  }

  /// The same where `judge`, which is made for a run of the recording, says whether it holds. Only if `guessing` is
  /// tried first what the condition asks for.
  package convenience init?(
    _ replay: Replay, until condition: Condition, upTo end: Step? = nil, guessing: Bool = true,
    judge: (ClosedRange<Step>) throws -> any ShrinkJudge
  ) throws {
    let search = try Search(replay.log, for: condition, with: replay)
    search.onStep = replay.onStep
    guard let step = try search.nextStop(after: replay.log.initialStep, upTo: end)?.step,
      let run = replay.log.steps.first(where: { $0.contains(step) })
    else { return nil }
    let judge = try judge(run)
    let session = Self.session(run.lowerBound...step)
    // Also so that others can be played from its states.
    guard try judge.holds(for: session) else { return nil }
    let making = ActionMaking(log: replay.log, player: replay.player)
    self.init(
      session, of: replay.log, judge,
      guesses: guessing ? try Self.guesses(condition, run.lowerBound...step, replay) : []
    ) { try making.payload(of: replay.log.entry(at: $0)) }
  }

  /// The actions that changed what the condition asks for, and those that led to them.
  private static func guesses(
    _ condition: Condition, _ steps: ClosedRange<Step>, _ replay: Replay
  ) throws -> [[Step]] {
    guard !condition.hasOtherPaths else { return [] }
    var direct: Set<Step> = [steps.upperBound]
    let stores = Set(condition.paths.compactMap { $0.components.first?.name })
    let touching = try replay.log.steps(changing: stores, in: steps)
    if !touching.isEmpty {
      let changes = condition.paths.map { path in
        "changed('\(path.description.replacing("'", with: "''"))')"
      }
      let search = try Search(
        replay.log, for: Condition(changes.joined(separator: " OR ")), with: replay)
      search.onStep = replay.onStep
      for step in touching where try search.stop(at: step) != nil { direct.insert(step) }
    }
    return [try replay.log.withCauses(of: direct, in: steps)]
  }
}

extension LogReader {
  /// The actions that changed one of these stores, as the log has it, in order.
  fileprivate func steps(
    changing names: Set<String>, in range: ClosedRange<Step>
  ) throws -> [Step] {
    let wanted = Set(stores.indices.filter { names.contains(stores[$0]) })
    guard !wanted.isEmpty else { return [] }
    var found: [Step] = []
    try forEachHead(in: range, onDamage: { throw LogError.damaged($0) }) { head in
      let touches = head.storeSets.map { !wanted.isDisjoint(with: $0) }
      for (index, set) in head.changedColumn.enumerated() where touches[Int(set)] {
        let step = Step(head.firstStep.number + UInt64(index))
        if range.contains(step) { found.append(step) }
      }
    }
    return found
  }

  /// These actions and those that led to them, as far as they are in `steps`, in order.
  fileprivate func withCauses(of steps: Set<Step>, in range: ClosedRange<Step>) throws -> [Step] {
    var causes: [Step: Step] = [:]
    try forEachHead(in: range, onDamage: { throw LogError.damaged($0) }) { head in
      for (index, _) in head.causes {
        causes[Step(head.firstStep.number + UInt64(index))] = head.cause(of: index)
      }
    }
    var all = steps
    for step in steps {
      var next = causes[step]
      while let cause = next, range.contains(cause), all.insert(cause).inserted {
        next = causes[cause]
      }
    }
    return all.sorted()
  }
}
