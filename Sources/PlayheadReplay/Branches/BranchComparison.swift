public import PlayheadLog
import PlayheadReading
public import PlayheadValues

/// A branch compared with its recording.
public struct BranchComparison: Codable, Sendable {
  /// Two steps, and the change from the recording's state to the branch's.
  public struct Difference: Codable, Sendable {
    /// The branch's step.
    public var step: Step
    /// The recording's step that the branch has reached there.
    public var recorded: Step
    /// What differs, from the recording to the branch.
    public var diff: Diff
  }

  /// The first step of the branch with a state that differs from the recording; nil if none does.
  public var first: Difference?
  /// The difference at the ends; nil if the states are equal.
  public var end: Difference?

  package init(first: Difference? = nil, end: Difference? = nil) {
    (self.first, self.end) = (first, end)
  }
}

extension Branch {
  /// Compares the branch with the recording.
  ///
  /// Compares each step of the branch with the recorded step that it has reached: that of its action, or, for
  /// inserted and moved actions, of the last other action before. Replays both until they differ, and to
  /// their ends. Compares only changed stores.
  public func comparison() throws -> BranchComparison {
    guard let plan else { return BranchComparison() }
    return try replay.comingBack {
      let sides = SideBySide(plan, replay, try replaying { $0 })
      var first: BranchComparison.Difference?
      if let (step, recorded) = try sides.firstDifference(replaying) {
        first = try difference(step, recorded)
      }
      let end = try difference(plan.lastStep, plan.run.upperBound)
      let differs = !end.diff.isEmpty
      return BranchComparison(first: first ?? (differs ? end : nil), end: differs ? end : nil)
    }
  }

  private func difference(
    _ step: Step, _ recorded: Step
  ) throws -> BranchComparison.Difference {
    let old = try replay.state(at: recorded)
    return .init(step: step, recorded: recorded, diff: Diff(from: old, to: try state(at: step)))
  }
}

/// A branch and its recording, replayed in turns from the branch's base on.
private struct SideBySide {
  /// The number of steps per turn: restoring states at every step would cost more.
  private static let batch: UInt64 = 256

  private let plan: BranchPlan
  private let recording: Replay
  private let branch: Replay
  private let encoding = StateEncoding()

  init(_ plan: BranchPlan, _ recording: Replay, _ branch: Replay) {
    (self.plan, self.recording, self.branch) = (plan, recording, branch)
  }

  private struct Found: Error {
    var step: Step
    var recorded: Step
  }

  /// A state of the recording, and the stores that may have changed since the last such state.
  private struct Recorded {
    var states: [any Codable & Sendable]
    var changed: Set<Int>
  }

  /// The first step of the branch whose state differs from that of the recorded step beside it, and that
  /// step. `replaying` lends the stores to the branch.
  func firstDifference(
    _ replaying: ((Replay) throws -> Void) throws -> Void
  ) throws -> (Step, Step)? {
    do {
      try recording.go(to: plan.base)
      var last = Recorded(states: recording.player.states, changed: [])
      try replaying { try $0.go(to: plan.base) }
      var step = plan.base
      while step < plan.lastStep {
        let end = Step(min(step.number + Self.batch, plan.lastStep.number))
        let beside = (step.number + 1...end.number).map { plan.reached(at: Step($0)) }
        var states = try recorded(Set(beside))
        let before = step == plan.base ? plan.base : plan.reached(at: step)
        states[before] = states[before] ?? last
        var reached = before
        try replaying { branch in
          try branch.follow(to: end) { (action: LoggedAction) in
            let place = beside[Int(action.step.number - step.number) - 1]
            guard let other = states[place] else { return }
            let changed = changes(of: action, in: branch)
            let suspects = place == reached ? changed : changed.union(other.changed)
            reached = place
            if try differ(branch.player.states, other.states, suspects, at: action.step) {
              throw Found(step: action.step, recorded: reached)
            }
            try branch.onStep(action.step)
          }
        }
        if let other = states[reached] { last = Recorded(states: other.states, changed: []) }
        step = end
      }
      return nil
    } catch let found as Found {
      return (found.step, found.recorded)
    }
  }

  /// The recording's states at these steps, all at or after its position.
  private func recorded(_ wanted: Set<Step>) throws -> [Step: Recorded] {
    var states: [Step: Recorded] = [:]
    guard let end = wanted.max(), end > recording.position else { return states }
    var changed: Set<Int> = []
    try recording.follow(to: end) { (action: LoggedAction) in
      changed.formUnion(changes(of: action, in: recording))
      try recording.onStep(action.step)
      guard wanted.contains(action.step) else { return }
      states[action.step] = Recorded(states: recording.player.states, changed: changed)
      changed = []
    }
    return states
  }

  /// The stores that an action may have changed or replaced; all stores if that is unknown.
  private func changes(of action: LoggedAction, in replay: Replay) -> Set<Int> {
    let isKnown =
      replay.timeline.storeLists.change(after: Step(action.step.number - 1)) != action.step
    guard isKnown, let player = replay.player as? DispatcherPlayer else {
      return Set(replay.stores.indices)
    }
    return Set(player.lastChanged ?? [])
  }

  private func differ(
    _ states: [any Codable & Sendable], _ others: [any Codable & Sendable], _ stores: Set<Int>,
    at step: Step
  ) throws -> Bool {
    let names = recording.stores
    for store in stores.sorted() {
      let pair = try encoding.bytes(
        of: [states[store], others[store]], [names[store], names[store]], at: step)
      if pair[0] != pair[1] { return true }
    }
    return false
  }
}
