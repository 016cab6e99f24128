import PlayheadLog

/// Says whether a condition holds at the end of a session, by playing it on the replay's own stores. Without a
/// condition nothing does: sessions are played only.
final class ConditionJudge: ShrinkJudge {
  private let replay: Replay
  private let condition: Condition?
  private let subject: TrialSubject
  private let statement: ExpressionStatement?
  private var plans: SessionPlans
  /// The last session for which it held: what others have in common with it need not be played again.
  private var last: (session: ShrunkSession, playback: BranchPlayback)?
  private(set) var playedCount: UInt64 = 0

  /// A state is kept every so many actions, or every sixty-fourth of all: less is played in no time.
  private static let interval: UInt64 = 64

  /// For sessions of the recording's `run`.
  init(_ replay: Replay, in run: ClosedRange<Step>, _ condition: Condition?) throws {
    try condition?.check(against: replay.stores)
    (self.replay, self.condition) = (replay, condition)
    subject = TrialSubject(replay)
    statement = try condition.map(ExpressionDatabase(subject).truth)
    plans = SessionPlans(replay.log, in: run, replay.player)
  }

  func holds(for session: ShrunkSession) throws -> Bool {
    guard let plan = try plans.plan(of: session) else { return false }
    let playback = playback(of: plan, session)
    defer { subject.forget() }
    let holds = try replay.comingBack {
      do {
        if condition?.needsStateBefore == true, let before = plan.lastStep.previous {
          try playback.play(to: before) { _ in playedCount += 1 }
          subject.keepStatesBefore()
        }
        var last: LoggedAction?
        try playback.play(to: plan.lastStep) { passage in
          playedCount += 1
          last = passage.action
        }
        subject.look(at: plan.lastStep, last)
        return try statement?.isTrue() ?? false
      } catch let error as ReplayError where error.isMisfit {
        return false
      }
    }
    if holds { last = (session, playback) }
    return holds
  }

  private func playback(of plan: BranchPlan, _ session: ShrunkSession) -> BranchPlayback {
    guard let last else {
      return BranchPlayback(
        plan, from: plan.start, replay, seed: BranchPlayback.sessionSeed, interval: Self.interval)
    }
    let shared = UInt64(last.session.commonStart(with: session))
    return BranchPlayback(
      plan, sharing: Step(plan.start.number + shared), with: last.playback)
  }
}
