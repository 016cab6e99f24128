import Foundation
import PlayheadReading
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

  /// Leaves out the recording's actions of one run but these, which must be in order. Inserted actions stay.
  public mutating func keep(_ steps: [Step]) throws {
    guard let first = steps.first else { throw BranchError.nothingKept }
    let plan = try find(.recorded(first)).plan
    for step in steps { _ = try find(.recorded(step)) }
    change(.keep(steps), plan) { $0.keep(steps) }
  }

  /// Leaves an action out, and with `withEffects` also all actions that it led to. Finding effects reads the
  /// causes up to the end of the run.
  public mutating func skip(_ action: BranchOrigin, withEffects: Bool = false) throws {
    let found = try find(action)
    let plan = found.plan
    let effects =
      withEffects
      ? try action.step.map { try replay.log.effects(of: $0, upTo: plan.run.upperBound) } ?? [] : []
    let left = effects.filter { plan.place(of: $0) != nil }
    change(.skip(action, type: found.type.name, effects: left), plan) { plan in
      plan.skip(Set(left.map { .recorded($0) } + [action]))
    }
  }

  /// Gives an action another payload, which must fit its type in this build.
  public mutating func edit(_ action: BranchOrigin, payload: Value) throws {
    let found = try find(action)
    let old = try payloadNow(of: found)
    let new = try builder.action(payload, for: found)
    try new.requireAll(of: payload)
    change(.edit(action, type: found.type.name, Diff(from: old, to: try new.payload())), found.plan)
    {
      $0.replace(action, with: new)
    }
  }

  /// Gives a part of an action's payload another value. The type reads any form of it: a text for a date, a
  /// whole number for a `Double`; `.null` removes an optional.
  public mutating func edit(_ action: BranchOrigin, set path: StatePath, to value: Value) throws {
    let found = try find(action)
    let (old, type) = (try payloadNow(of: found), found.type.name)
    if path.components.isEmpty { return try edit(action, payload: value) }
    guard let payload = old.setting(path.components[...], to: value) else {
      throw nothing(at: path, in: old, type)
    }
    let new = try builder.action(payload, for: found)
    let tree = try new.payload()
    if case .null = value {
    } else if tree.value(at: path) == nil {
      throw old.value(at: path) == nil
        ? nothing(at: path, in: old, type) : BranchError.ignored(path, type: type)
    }
    change(.edit(action, type: type, Diff(from: old, to: tree)), found.plan) {
      $0.replace(action, with: new)
    }
  }

  /// Inserts an action after another, or at the recording's beginning, after any inserted there before. The
  /// module in front of the `type`'s name is optional. Returns the new step.
  @discardableResult
  public mutating func insert(
    _ type: String, payload: Value, after other: BranchOrigin
  ) throws -> Step {
    var plan = try anchor(other)
    let new = try builder.action(type, payload, at: moment(of: other, plan))
    let origin = plan.nextOrigin()
    change(.insert(type: new.type.name, payload: try new.payload(), after: other), plan) {
      $0.insert(new, origin, after: other)
    }
    return self.plan?.place(of: origin) ?? .initial
  }

  /// Moves an action after another, or to the recording's beginning: after its cause, before its effects.
  public mutating func move(_ action: BranchOrigin, after other: BranchOrigin) throws {
    guard action != other else { throw BranchError.movedAfterItself(action) }
    let found = try find(action)
    let plan = try anchor(other)
    var moved = plan
    if let step = action.step {
      guard plan.run.contains(step) else { throw BranchError.otherRun(step, run: plan.run) }
      moved.move(action, after: other)
      try moved.requireCausesFirst(around: step, found.cause, replay.log)
    } else {
      moved.move(action, after: other)
    }
    change(.move(action, type: found.type.name, after: other), plan) { $0 = moved }
  }

  private mutating func change(
    _ change: BranchChange, _ plan: BranchPlan, _ body: (inout BranchPlan) -> Void
  ) {
    changes.append(change)
    var plan = plan
    body(&plan)
    self.plan = plan
    knownCrashes = []
    played = Result { try Replay(BranchActions(plan, of: replay.log, seed: seed), of: replay) }
  }
}
