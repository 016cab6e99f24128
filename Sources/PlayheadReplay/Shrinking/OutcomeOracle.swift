import PlayheadCoding
import PlayheadReading
import PlayheadLog

/// Finds the state of a store at the end of a session.
///
/// Plays each session from the log's own state, in a new app. The fault may be in what states share or in
/// what the app keeps outside them, and one session must not leave that to the next.
final class OutcomeOracle {
  private let log: any ActionSource
  private let makePlayer: () throws -> any Replayable
  private let decoding: DecodingPolicy
  private let perturbations: Set<Perturbation>
  private let question: ShrinkTask.Question
  private let store: String
  private var plans: SessionPlans
  private let encoding = StateEncoding()
  /// The canonical forms of the last session's state, and of the state that should be the same.
  private(set) var last: Forms?

  typealias Forms = (state: [UInt8], twin: [UInt8])

  /// For the store called `store`, which the task's question is about.
  init(
    _ log: any ActionSource, _ makePlayer: @escaping () throws -> any Replayable,
    _ task: ShrinkTask,
    _ store: String
  ) throws {
    (self.log, self.makePlayer) = (log, makePlayer)
    (question, self.store) = (task.question, store)
    perturbations = task.log.perturbations
    let replay = try Replay(log, with: makePlayer(), decoding: task.log.decoding)
    // The replay above has checked the log as the policy asks.
    decoding = task.log.decoding == .salvage ? .salvage : .usual
    plans = SessionPlans(log, in: task.run, replay.player)
  }

  /// The outcome after `session`; nil if the session cannot be played or has no such store.
  func outcome(of session: ShrunkSession) throws -> SessionOutcome? {
    last = nil
    guard let plan = try plans.plan(of: session) else { return nil }
    do {
      if perturbations.contains(.secondReplay) { _ = try play(plan) }
      last = try play(plan)
    } catch let error as ReplayError where error.isIncompatibility {
      return nil
    }
    return last.map { forms in
      SessionOutcome(state: Digest(bytes: forms.state), twin: Digest(bytes: forms.twin))
    }
  }

  private func play(_ plan: BranchPlan) throws -> Forms? {
    let recording = try Replay(log, with: makePlayer(), decoding: decoding)
    let replay = try Replay(BranchActions(plan, of: log), of: recording)
    return try recording.lend(to: replay) { try play(plan, replay) }
  }

  private func play(_ plan: BranchPlan, _ replay: Replay) throws -> Forms? {
    replay.timeline.appliesTwice = perturbations.contains(.doubleApplication)
    func go(to step: Step) throws -> [any Codable & Sendable] {
      try replay.go(to: step)
      return replay.player.states
    }
    guard case .formerState = question, let before = plan.lastStep.previous else {
      return try forms(of: go(to: plan.lastStep), replay.player, at: plan.lastStep)
    }
    let states = try go(to: before)
    guard let form = try form(of: states, replay.player, at: before) else { return nil }
    _ = try go(to: plan.lastStep)
    return try self.form(of: states, replay.player, at: before).map { (form, $0) }
  }

  private func forms(
    of states: [any Codable & Sendable], _ player: any Replayable, at step: Step
  ) throws -> Forms? {
    guard let form = try form(of: states, player, at: step) else { return nil }
    guard case .renewedState = question else { return (form, form) }
    return try self.form(of: player.renewedStates(at: step), player, at: step).map { (form, $0) }
  }

  private func form(
    of states: [any Codable & Sendable], _ player: any Replayable, at step: Step
  ) throws -> [UInt8]? {
    try player.stores.firstIndex(of: store).map { place in
      try encoding.bytes(of: [states[place]], [store], at: step)[0]
    }
  }
}
