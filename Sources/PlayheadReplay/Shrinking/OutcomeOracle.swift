import Foundation
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
  /// Called at each step that is played.
  var onStep: (Step) throws -> Void = { _ in }

  /// For the store called `store`, which the task's question is about.
  init(
    _ log: any ActionSource, _ makePlayer: @escaping () throws -> any Replayable,
    _ task: ShrinkTask, _ store: String
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
    guard let plan = try plans.plan(of: session) else { return nil }
    do {
      if perturbations.contains(.secondReplay) { _ = try play(plan) }
      return try play(plan)
    } catch let error as ReplayError where error.isIncompatibility {
      return nil
    }
  }

  private func play(_ plan: BranchPlan) throws -> SessionOutcome? {
    let recording = try Replay(log, with: makePlayer(), decoding: decoding)
    recording.onStep = onStep
    let replay = try Replay(BranchActions(plan, of: log), of: recording)
    return try recording.lend(to: replay) { try play(plan, replay) }
  }

  private func play(_ plan: BranchPlan, _ replay: Replay) throws -> SessionOutcome? {
    replay.timeline.appliesTwice = perturbations.contains(.doubleApplication)
    let last = plan.lastStep
    if case .formerState = question, let before = last.previous {
      try replay.go(to: before)
      let states = replay.player.states
      guard let state = try form(of: states, in: replay, at: before) else { return nil }
      try replay.go(to: last)
      return try form(of: states, in: replay, at: before)
        .map { SessionOutcome(state: state, twin: $0 == state ? nil : $0) }
    }
    try replay.go(to: last)
    guard let state = try form(of: replay.player.states, in: replay, at: last) else { return nil }
    guard case .renewedState = question else { return SessionOutcome(state: state) }
    return try form(of: replay.player.renewedStates(at: last), in: replay, at: last)
      .map { SessionOutcome(state: state, twin: $0 == state ? nil : $0) }
  }

  /// The canonical form of the store's state among these of `replay`; nil without the store.
  private func form(
    of states: [any Codable & Sendable], in replay: Replay, at step: Step
  ) throws -> Data? {
    try replay.stores.firstIndex(of: store).map { place in
      Data(try encoding.bytes(of: [states[place]], [store], at: step)[0])
    }
  }
}
