public import PlayheadLog
public import PlayheadValues

/// A branch beside its recording.
public struct BranchComparison: Sendable {
  /// Two steps, and what leads from the recording's state to the branch's.
  public struct Difference: Sendable {
    /// The branch's step.
    public var step: Step
    /// The recording's step beside it: how far the branch has got there.
    public var recorded: Step
    /// What differs, from the recording to the branch.
    public var diff: Diff

    /// The stores that differ, in the order of the state.
    public var stores: [String] {
      var stores: [String] = []
      for case .field(let name)? in diff.changes.map(\.path.components.first)
      where !stores.contains(name) { stores.append(name) }
      return stores
    }
  }

  /// The first step of the branch whose state is another than the recording's beside it; nil if none is.
  public var first: Difference?
  /// The ends; nil if they have one state.
  public var end: Difference?
}

extension Branch {
  /// Compares the branch with the recording.
  ///
  /// Each step of the branch stands beside the recording's step that it has got to: an action's own, and for
  /// one that was inserted or moved, that of the last action before it that was not. Both are played until they
  /// differ, and to their ends. Only stores that changed are looked at.
  public func comparison() throws -> BranchComparison {
    guard let plan else { return BranchComparison() }
    return try replay.comingBack {
      let playback = BranchPlayback(plan, from: plan.base, replay, seed: seed)
      let recording = BranchPlayback(BranchPlan(plan.run), from: plan.base, replay, seed: seed)
      (playback.knownTraps, recording.knownTraps) = (knownTraps, replay.knownTraps)
      var first: BranchComparison.Difference?
      if let (step, recorded) = try SideBySide(playback, recording).firstDifference() {
        first = try difference(step, recorded, playback, recording)
      }
      var end = try difference(plan.lastStep, plan.run.upperBound, playback, recording)
      if end?.diff.isEmpty == true { end = nil }
      return BranchComparison(first: first ?? end, end: end)
    }
  }

  private func difference(
    _ step: Step, _ recorded: Step, _ branch: BranchPlayback, _ recording: BranchPlayback
  ) throws -> BranchComparison.Difference? {
    try recording.go(to: recorded)
    let old = try replay.state()
    try branch.go(to: step)
    return .init(step: step, recorded: recorded, diff: Diff(from: old, to: try replay.state()))
  }
}

/// A branch and its recording, played in turns from their beginning on.
private struct SideBySide {
  /// So many steps at a time: restoring states for each would cost more than playing it.
  private static let batch: UInt64 = 256

  let branch: BranchPlayback
  let recording: BranchPlayback
  private let encoding = StateEncoding()

  init(_ branch: BranchPlayback, _ recording: BranchPlayback) {
    (self.branch, self.recording) = (branch, recording)
  }

  private struct Found: Error {
    var step: Step
    var recorded: Step
  }

  /// A state of the recording, and the stores that may have changed since the one before that is looked at.
  private struct Recorded {
    var states: [any Codable & Sendable]
    var changed: Set<Int>
  }

  func firstDifference() throws -> (Step, Step)? {
    do {
      try recording.go(to: recording.base)
      var last = Recorded(states: recording.replay.player.states, changed: [])
      var step = branch.base
      while step < branch.plan.lastStep {
        let end = Step(min(step.number + Self.batch, branch.plan.lastStep.number))
        try compare(from: step.next, to: end, &last)
        step = end
      }
      return nil
    } catch let found as Found {
      return (found.step, found.recorded)
    }
  }

  private func compare(from first: Step, to end: Step, _ last: inout Recorded) throws {
    let before =
      first == branch.base.next ? branch.base : branch.plan.reached(at: Step(first.number - 1))
    let beside = (first.number...end.number).map { branch.plan.reached(at: Step($0)) }
    var states = try recorded(Set(beside))
    states[before] = states[before] ?? last
    var reached = before
    let everything = Set(recording.replay.stores.indices)
    try branch.play(to: end) { passage in
      let place = Int(passage.step.number - first.number)
      guard passage.step >= first, let other = states[beside[place]] else { return }
      let changed =
        passage.isKnown ? Set(passage.handled?.changed ?? []) : everything
      let suspects = beside[place] == reached ? changed : changed.union(other.changed)
      reached = beside[place]
      if try differ(branch.replay.player.states, other.states, suspects, at: passage.step) {
        throw Found(step: passage.step, recorded: reached)
      }
    }
    if let other = states[reached] { last = Recorded(states: other.states, changed: []) }
  }

  /// The recording's states at some steps.
  private func recorded(_ wanted: Set<Step>) throws -> [Step: Recorded] {
    var states: [Step: Recorded] = [:]
    guard let end = wanted.max(), end > recording.base else { return states }
    var changed: Set<Int> = []
    let everything = Set(recording.replay.stores.indices)
    try recording.play(to: end) { passage in
      changed.formUnion(passage.isKnown ? Set(passage.handled?.changed ?? []) : everything)
      guard wanted.contains(passage.step) else { return }
      states[passage.step] = Recorded(states: recording.replay.player.states, changed: changed)
      changed = []
    }
    return states
  }

  private func differ(
    _ states: [any Codable & Sendable], _ others: [any Codable & Sendable], _ stores: Set<Int>,
    at step: Step
  ) throws -> Bool {
    let names = recording.replay.stores
    for store in stores.sorted() {
      let pair = try encoding.bytes(
        of: [states[store], others[store]], [names[store], names[store]], at: step)
      if pair[0] != pair[1] { return true }
    }
    return false
  }
}

extension BranchPlayback.Passage {
  /// Whether the stores that changed are those of `handled`, and no others.
  fileprivate var isKnown: Bool { handled != nil && changes.isEmpty }
}
