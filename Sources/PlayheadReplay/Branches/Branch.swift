import Foundation
import PlayheadFiles
public import PlayheadLog
public import PlayheadValues

/// A recording with changes: actions left out, edited, inserted, moved. The recording stays as it is.
///
/// The branch has the recording's steps up to the first change, and is numbered anew from there on. Its
/// states are those that the app's stores come to, from the state before the first change on; nothing is
/// played until a state is asked for. Actions that were not changed draw what the log has; what stores draw
/// beyond that comes from a seeded source, so that a branch is the same each time.
///
/// ```swift
/// var branch = Branch(of: replay)
/// try branch.skip(2, withEffects: true)
/// try branch.edit(1, set: StatePath("quantity"), to: .int(3))
/// let difference = try branch.comparison().first
/// try branch.save(to: path)
/// ```
///
/// Where steps are missing from the recording, a branch has those of one run, that of the first change: what
/// comes behind a gap does not follow from what is before it. Stores that came or went do so in the branch,
/// too, behind the same actions, or where those would be.
///
/// With an app that is no dispatcher's, actions can be skipped and moved; there is nobody to ask how one
/// is made, or what it drew. Not safe for use from several threads at once, nor beside the replay's own moves.
public struct Branch {
  /// The recording, and the app that plays it. Its position stays where it is.
  public let replay: Replay
  /// Where the draws begin that the recording does not have.
  public let seed: UInt64
  private var steps: [(change: BranchChange, before: BranchPlan?)] = []
  /// Nil as long as nothing is changed.
  private(set) var plan: BranchPlan?
  /// The branch as a log with the stores, once there is a change; or why it cannot be had.
  package private(set) var played: Result<Replay, any Error>?
  /// How many actions were made so far.
  private var made: UInt64 = 0

  /// The actions, by the branch's steps, that are not to be applied, because a store traps at them: what
  /// needs them throws `ReplayError.traps`. Another change numbers steps anew, and forgets them.
  public var knownTraps: [KnownTrap] = []

  /// The recording, without a change yet.
  public init(of replay: Replay, seed: UInt64 = 0) {
    (self.replay, self.seed) = (replay, seed)
  }

  /// What was changed, in the order in which it was.
  public var changes: [BranchChange] { steps.map(\.change) }

  /// The branch's last step.
  public var lastStep: Step { plan?.lastStep ?? replay.log.lastStep }

  /// The step before the first change: up to it, the branch is the recording. Nil without a change.
  public var base: Step? { plan?.base }

  /// The recording's step of an action of the branch; nil if it was inserted. Throws `LogError.noStep` for
  /// what is no action of the branch.
  public func origin(of step: Step) throws -> Step? {
    guard let plan, step > plan.base else { return try replay.log.entry(at: step).step }
    return plan.item(at: try checked(step)).origin
  }

  /// The branch's step of an action of the recording; nil if it is skipped, or not in the branch's run.
  public func step(of origin: Step) -> Step? {
    if let plan { plan.place(of: origin) } else { origin <= replay.log.lastStep ? origin : nil }
  }

  func checked(_ step: Step) throws -> Step {
    guard step <= lastStep else {
      throw LogError.noStep(step, path: replay.log.name, last: lastStep)
    }
    return step
  }

  // MARK: Changing

  /// Leaves out all actions but these, which are the recording's, in order, and all of one run.
  public mutating func keep(_ steps: [Step]) throws {
    guard let first = steps.first else { throw BranchError.nothingKept }
    let plan = try find(first).1
    for step in steps { _ = try find(step) }
    change(.keep(steps), plan) { $0.keep(steps) }
  }

  /// Leaves an action out; with its effects, also all that it led to, and what those led to.
  ///
  /// Looking for effects reads what the log says of causes, from the step to the end of the run.
  public mutating func skip(_ step: Step, withEffects: Bool = false) throws {
    let (entry, plan) = try find(step)
    let effects = withEffects ? try replay.log.effects(of: step, upTo: plan.run.upperBound) : []
    let left = effects.filter { plan.place(of: $0) != nil }
    change(.skip(step, type: entry.type.name, effects: left), plan) { plan in
      plan.skip(Set(left + [step]))
    }
  }

  /// Gives an action another payload, which must be one of its type as it is in this build.
  public mutating func edit(_ step: Step, payload: Value) throws {
    let (entry, plan) = try find(step)
    let making = ActionMaking(log: replay.log, player: replay.player)
    let old = try payloadNow(of: entry, plan, making)
    let new = try making.action(payload, for: entry, number: made)
    change(.edit(step, type: entry.type.name, Diff(from: old, to: try new.payload())), plan) {
      $0.replace(step, with: new)
    }
  }

  /// Gives an action another value at one place of its payload. What the type takes there is read from
  /// any form that means it: a text for a date, a whole number for a `Double`; `.null` takes an optional away.
  public mutating func edit(_ step: Step, set path: StatePath, to value: Value) throws {
    let (entry, plan) = try find(step)
    let making = ActionMaking(log: replay.log, player: replay.player)
    let old = try payloadNow(of: entry, plan, making)
    guard let payload = old.setting(path.components[...], to: value) else {
      throw nothing(at: path, in: old, entry.type.name)
    }
    let new = try making.action(payload, for: entry, number: made)
    let tree = try new.payload()
    if case .null = value {
    } else if tree.value(at: path) == nil {
      throw old.value(at: path) == nil
        ? nothing(at: path, in: old, entry.type.name)
        : BranchError.ignored(path, type: entry.type.name)
    }
    change(.edit(step, type: entry.type.name, Diff(from: old, to: tree)), plan) {
      $0.replace(step, with: new)
    }
  }

  /// Puts an action behind one of the recording's, or behind the state with which it begins, and behind those
  /// that were put there before. `type` is its name, the module in front of it may be left out. Returns its
  /// step in the branch.
  @discardableResult
  public mutating func insert(_ type: String, payload: Value, after step: Step) throws -> Step {
    let plan = try anchor(step)
    let making = ActionMaking(log: replay.log, player: replay.player)
    let moment =
      step == plan.start && step == replay.log.initialStep
      ? replay.log.header.start : try replay.log.entry(at: max(step, plan.run.lowerBound)).moment
    let new = try making.action(type, payload, at: moment, number: made)
    let name = new.chunk.head.types[0].name
    change(.insert(type: name, payload: try new.payload(), after: step), plan) {
      $0.insert(new, after: step)
    }
    return self.plan?.place(ofMade: new.number) ?? step
  }

  /// Moves an action behind another one of the recording's, or to its beginning. It must not come before the
  /// action that led to it, nor behind one that it led to: there would be an effect without its cause.
  public mutating func move(_ step: Step, after other: Step) throws {
    guard step != other else { throw BranchError.behindItself(step) }
    let (entry, _) = try find(step)
    let plan = try anchor(other)
    guard plan.run.contains(step) else { throw BranchError.otherRun(step, run: plan.run) }
    var moved = plan
    moved.move(step, after: other)
    try moved.requireCausesFirst(around: step, entry.cause, replay.log)
    change(.move(step, type: entry.type.name, after: other), plan) { $0 = moved }
  }

  /// Takes the last change back, and returns it; nil if there is none.
  @discardableResult public mutating func undo() -> BranchChange? {
    guard let last = steps.popLast() else { return nil }
    plan = last.before
    play()
    return last.change
  }

  // MARK: -

  private mutating func change(
    _ change: BranchChange, _ plan: BranchPlan, _ body: (inout BranchPlan) -> Void
  ) {
    steps.append((change, self.plan))
    var plan = plan
    body(&plan)
    self.plan = plan
    made += 1
    play()
  }

  private mutating func play() {
    knownTraps = []
    played = plan.map { plan in
      Result { try Replay(BranchDraws(plan: plan, seed: seed), of: replay) }
    }
  }
}
