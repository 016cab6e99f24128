package import PlayheadReading
public import PlayheadLog
public import PlayheadValues

/// A recording with changes: actions left out, edited, inserted, moved. The recording itself does not change.
///
/// The branch has the recording's steps up to the first change, and new numbers after it. Its states come
/// from the app's stores, replayed from the state before the first change, but only when you ask for a state.
/// Unchanged actions draw what the log has. Further draws come from a seeded source, so that a branch is the
/// same each time.
///
/// ```swift
/// var branch = Branch(of: replay)
/// try branch.skip(2, withEffects: true)
/// try branch.edit(1, set: StatePath("quantity"), to: .int(3))
/// let difference = try branch.comparison().first
/// try branch.save(to: path)
/// ```
///
/// If the recording lacks steps, a branch has the steps of one run, that of the first change: steps after a
/// gap do not follow from those before it. Stores arrive and leave in the branch too, after the same actions,
/// or where those would be.
///
/// If the app has no dispatcher, you can only skip and move actions, because the app cannot make others or
/// tell their draws. Not safe for use from several threads at once, nor while the replay moves.
public struct Branch {
  /// The recording, and the app that plays it. Its position does not change.
  public let replay: Replay
  /// The seed of the draws that the recording does not have.
  let seed: UInt64
  /// The changes, in their order.
  public private(set) var changes: [BranchChange] = []
  /// Nil until the first change.
  package private(set) var plan: BranchPlan?
  /// The branch as a replay, once there is a change; or why it cannot be made.
  package private(set) var played: Result<Replay, any Error>?
  /// Actions, by the branch's steps, at which a store traps. They are not applied, and `ReplayError.traps` is
  /// thrown. Any change renumbers the steps, and clears this list.
  public var knownCrashes: [KnownCrash] = []

  /// The recording, without a change yet.
  public init(of replay: Replay, seed: UInt64 = 0) {
    (self.replay, self.seed) = (replay, seed)
  }

  /// The branch's last step.
  package var lastStep: Step { plan?.lastStep ?? replay.log.lastStep }

  /// The step before the first change: up to it, the branch is the recording. Nil without a change.
  package var base: Step? { plan?.base }

  /// The branch's step of an action; nil if it is skipped, or not in the branch's run.
  public func step(of origin: BranchOrigin) -> Step? {
    if let plan { return plan.place(of: origin) }
    return origin.step.flatMap { $0 <= replay.log.lastStep ? $0 : nil }
  }

  // MARK: Changing

  /// Leaves out the recording's actions of one run but these, which must be in order. Inserted actions stay. Stores that
  /// arrive or leave after the last of these do not in the branch.
  public mutating func keep(_ steps: [Step]) throws {
    guard let first = steps.first else { throw BranchError.nothingKept }
    var plan = try find(.recorded(first)).plan
    for step in steps { _ = try find(.recorded(step)) }
    plan.keep(steps)
    change(.keep(steps), to: plan)
  }

  /// Leaves an action out, and with `withEffects` also all actions that it led to. Finding effects reads the
  /// causes up to the end of the run.
  public mutating func skip(_ action: BranchOrigin, withEffects: Bool = false) throws {
    let found = try find(action)
    var plan = found.plan
    var effects: [Step] = []
    if withEffects, let step = action.step {
      effects = try replay.log.effects(of: step, upTo: plan.run.upperBound)
        .filter { plan.place(of: $0) != nil }
    }
    plan.skip(Set(effects.map { .recorded($0) } + [action]))
    change(.skip(action, type: found.action.type.name, effects: effects), to: plan)
  }

  /// Gives an action another payload, which must fit its type in this build.
  public mutating func edit(_ action: BranchOrigin, payload: Value) throws {
    try edit(action, set: StatePath(), to: payload)
  }

  /// Gives a part of an action's payload another value. The type reads any form of it: a text for a date, a
  /// whole number for a `Double`; `.null` removes an optional.
  public mutating func edit(_ action: BranchOrigin, set path: StatePath, to value: Value) throws {
    let found = try find(action)
    let type = found.action.type.name
    let old = try found.edited?.payload() ?? builder.payload(of: found.action)
    guard let payload = old.setting(path.components[...], to: value) else {
      throw nothing(at: path, in: old, type)
    }
    let new = try builder.action(payload, for: found.action)
    let tree = try new.payload()
    if path.components.isEmpty {
      try new.requireAll(of: payload)
    } else if value != .null, tree.value(at: path) == nil {
      throw old.value(at: path) == nil
        ? nothing(at: path, in: old, type) : BranchError.ignored(path, type: type)
    }
    var plan = found.plan
    plan.replace(action, with: new)
    change(.edit(action, type: type, Diff(from: old, to: tree)), to: plan)
  }

  /// Inserts an action after another, or at the recording's beginning, after any inserted there before. The
  /// module in front of the `type`'s name is optional. Returns the new step.
  @discardableResult
  public mutating func insert(
    _ type: String, payload: Value, after other: BranchOrigin
  ) throws -> Step {
    var plan = try anchor(other)
    let new = try builder.action(
      type, payload, at: moment(of: other, plan), inStores: openStores(after: other))
    let payload = try new.payload()
    let origin = plan.insert(new, after: other)
    change(.insert(type: new.type.name, payload: payload, after: other), to: plan)
    return plan.place(of: origin) ?? .initial
  }

  /// Moves an action after another, or to the recording's beginning: after its cause, before its effects.
  public mutating func move(_ action: BranchOrigin, after other: BranchOrigin) throws {
    guard action != other else { throw BranchError.movedAfterItself(action) }
    let found = try find(action).action
    var plan = try anchor(other)
    if let step = action.step, !plan.run.contains(step) {
      throw BranchError.otherRun(step, run: plan.run)
    }
    plan.move(action, after: other)
    if let step = action.step {
      try plan.requireCausesFirst(around: step, found.cause, replay.log)
    }
    change(.move(action, type: found.type.name, after: other), to: plan)
  }

  private mutating func change(_ change: BranchChange, to plan: BranchPlan) {
    changes.append(change)
    self.plan = plan
    knownCrashes = []
    played = Result { try Replay(BranchActions(plan, of: replay.log, seed: seed), of: replay) }
  }
}

// MARK: - Replaying

extension Branch {
  /// The branch as a log with its own steps; without a change, the recording. Replays nothing. Actions keep
  /// the recording's times; an inserted action has the time of the action before it.
  public var log: ActionLog { ActionLog(source) }

  package var source: any ActionSource { (try? played?.get())?.log ?? replay.log }

  /// Runs `body` with the branch as a replay of its own, so that you can use it like a recording. Uses the
  /// stores of the recording's replay, and puts them back into their states afterwards.
  ///
  /// ```swift
  /// let step = try branch.replaying { replay in
  ///   try Search(branch.log, for: Condition("changed('cart')"), with: replay).bisect().first
  /// }
  /// ```
  public func replaying<T>(_ body: (Replay) throws -> T) throws -> T {
    guard let branch = try played?.get(), let base else {
      return try replay.comingBack { try body(replay) }
    }
    branch.knownCrashes = replay.knownCrashes.filter { $0.step <= base } + knownCrashes
    return try replay.lend(to: branch) { try body(branch) }
  }

  /// The state at a step of the branch as a tree, like `Replay.state(at:)`. Replays from the last known
  /// state. The recording's position does not change.
  public func state(at step: Step) throws -> Value {
    try replaying { try $0.state(at: step) }
  }

  /// The first action played so far with draws that differ from the recording. It got placeholders.
  package var firstDrawFault: (step: Step, fault: DrawFault)? {
    (try? played?.get())?.firstDrawFault
  }
}
