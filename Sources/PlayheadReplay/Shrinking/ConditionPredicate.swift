import PlayheadReading
package import PlayheadLog
import PlayheadValues

/// Says whether a condition holds at the end of a session, by playing the session on the replay's own stores.
/// Without a condition, only plays the session and says no, or throws if it does not fit the app.
package final class ConditionPredicate: ShrinkPredicate {
  private let replay: Replay
  private let condition: Condition?
  private var plans: SessionPlans
  /// The last session for which the condition held. A session that begins alike reuses its states.
  private var last: (session: ShrunkSession, replay: Replay)?
  package private(set) var playedCount: UInt64 = 0
  /// Called at each step that is played.
  var onStep: (Step) throws -> Void {
    get { replay.onStep }
    set { replay.onStep = newValue }
  }

  /// Trials are short, so states are kept more often than in a debugging session.
  private static let spacing = Duration.microseconds(200)

  /// For sessions of the recording's `run`.
  package init(_ replay: Replay, in run: ClosedRange<Step>, _ condition: Condition?) throws {
    try condition?.check(against: replay.stores)
    (self.replay, self.condition) = (replay, condition)
    plans = SessionPlans(replay.log, in: run, replay.player)
  }

  package func holds(for session: ShrunkSession) throws -> Bool {
    guard let plan = try plans.plan(of: session) else { return false }
    let branch = try branch(of: plan, session)
    let holds = try replay.lend(to: branch) {
      branch.onStep = { [weak self, onStep = branch.onStep] step in
        self?.playedCount += 1
        try onStep(step)
      }
      return try isTrue(atEndOf: branch)
    }
    if holds { last = (session, branch) }
    return holds
  }

  private func isTrue(atEndOf branch: Replay) throws -> Bool {
    let end = branch.log.lastStep
    guard let condition else {
      try branch.go(to: end)
      return false
    }
    do {
      let search = try Search(branch.log, for: condition, with: branch)
      guard try search.stop(at: end) != nil else { return false }
      // The session has to play to its end even if the condition reads no state.
      try branch.go(to: end)
      return true
    } catch let error as ReplayError where error.isIncompatibility {
      return false
    }
  }

  /// The session as a branch, with the states that it shares with the last one.
  private func branch(of plan: BranchPlan, _ session: ShrunkSession) throws -> Replay {
    var policy = CheckpointPolicy()
    policy.spacing = Self.spacing
    let shared = last.map { last in
      (last.replay, Step(plan.start.number + UInt64(last.session.commonStart(with: session))))
    }
    return try Replay(
      BranchActions(plan, of: replay.log), of: replay, sharing: shared, policy: policy)
  }
}

/// Turns smaller sessions of a log into branch plans.
struct SessionPlans {
  private let log: any ActionSource
  private let run: ClosedRange<Step>
  private let builder: ActionBuilder?
  private var edited: [Step: (payload: Value, action: EditedAction)] = [:]

  /// For parts of `run`, with actions made for `player`.
  init(_ log: any ActionSource, in run: ClosedRange<Step>, _ player: any Replayable) {
    (self.log, self.run) = (log, run)
    builder = player.dispatcherPlayer.map { ActionBuilder(log: log, player: $0) }
  }

  /// The plan for a session; nil if a payload does not fit its action's type.
  mutating func plan(of session: ShrunkSession) throws -> BranchPlan? {
    var plan = BranchPlan(run)
    plan.keep(session.steps)
    for (step, payload) in session.payloads.sorted(by: { $0.key < $1.key }) {
      guard let action = try action(payload, at: step) else { return nil }
      plan.replace(.recorded(step), with: action)
    }
    return plan
  }

  private mutating func action(_ payload: Value, at step: Step) throws -> EditedAction? {
    if let known = edited[step], known.payload == payload { return known.action }
    do {
      let action = try builder?.action(payload, for: LoggedAction(log.entry(at: step)))
      guard let action else { return nil }
      edited[step] = (payload, action)
      return action
    } catch BranchError.unfit {
      return nil
    }
  }
}
