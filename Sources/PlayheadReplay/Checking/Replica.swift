package import PlayheadCoding
package import PlayheadReading
package import PlayheadLog

/// A replay that is compared, step by step, with others, in this process or in others.
///
/// Keeps copies of the states that were compared since the last advance, or of all. A request for one of them gets the
/// very state, not that of another replay. While there is a copy, an action must copy what it changes: an array as a
/// whole.
package final class Replica {
  /// What to look for in the replay itself.
  enum Inspection {
    /// Nothing: its states are only compared with those of others.
    case none
    /// Other states and draws than the recorded ones, and kept states that change.
    case recording
    /// Other draws, and states that change when they are encoded and decoded. The replay goes on from the
    /// decoded states, with this many blocks of each size held, so that its memory lies elsewhere.
    case renewal(shift: Int)
  }

  private let log: any ActionSource
  private let makePlayer: () throws -> any Replayable
  private let inspection: Inspection
  private let encoding: StateEncoding
  private var timeline: Timeline
  private var position: Step
  /// States since the last advance began, in the order of their steps.
  private var kept: [(step: Step, states: [any Codable & Sendable])] = []
  /// The digests at each comparison.
  package private(set) var passed: [StepDigests] = []
  /// The first action that drew different values than recorded.
  package private(set) var strayDraw: StrayDraw?
  /// The runs of steps that can be compared, each with the state that it begins with.
  package let runs: [ClosedRange<Step>]
  /// The compared stores, by name; `places` are their places in the app.
  package let stores: [String]
  private let places: [Int]

  // What an inspection finds.

  /// The first fault of the replay itself, and the last step before it at which it showed none.
  private(set) var fault: (divergence: Divergence, lastSound: Step)?
  private(set) var incompatibilities = Incompatibilities()
  private(set) var unshown: [UnshownState] = []
  private var isApproximate = false
  private var digestCheck = DigestCheck(isComplete: true)
  /// The step of the last comparison, and the canonical forms of its states then.
  private var compared: (step: Step, bytes: [[UInt8]])?
  /// The last step at which this replay showed no fault.
  private var soundUntil: Step
  private var renewals = 0

  /// A replica at the log's first state. With the perturbation `secondReplay`, another replay has ended
  /// before. Compares only the stores `names` that the app has, or all if nil. With `byName`, the order of a
  /// record's members does not count.
  package convenience init(
    _ log: any ActionSource, _ makePlayer: @escaping () throws -> any Replayable,
    _ decoding: DecodingPolicy, _ perturbations: Set<Perturbation>,
    comparing names: [String]? = nil,
    byName: Bool = false, _ onStep: (Step) throws -> Void = { _ in }
  ) throws {
    if perturbations.contains(.secondReplay) {
      let first = try Replica(log, makePlayer, decoding, .none)
      for run in first.runs {
        try first.enter(run.lowerBound)
        try first.timeline.play(from: run.lowerBound, to: run.upperBound) { action, _ in
          try onStep(action.step)
        }
        first.position = run.upperBound
      }
    }
    try self.init(log, makePlayer, decoding, .none, comparing: names, byName: byName)
    timeline.appliesTwice = perturbations.contains(.doubleApplication)
  }

  /// A replica that inspects itself.
  init(
    _ log: any ActionSource, _ makePlayer: @escaping () throws -> any Replayable,
    _ decoding: DecodingPolicy, _ inspection: Inspection, comparing names: [String]? = nil,
    byName: Bool = false
  ) throws {
    (self.log, self.makePlayer, self.inspection) = (log, makePlayer, inspection)
    encoding = StateEncoding(byName: byName)
    let storeLists = log.storeLists.ofActions
    let own = try Timeline(log, makePlayer(), decoding, storeLists: storeLists)
    let (timeline, first) = try Self.beginning(with: own) {
      if case .renewal = inspection { return nil }
      return try Timeline(log, makePlayer(), decoding, storeLists: storeLists)
    }
    (self.timeline, position, soundUntil) = (timeline, first, first)
    // Two builds have the same inputs for an action that the app did not finish; the recording has no outcome of it.
    runs = try timeline.reachable.compactMap {
      try log.comparable($0, timeline.storeLists, withUnfinished: byName)
    }
    let all = timeline.player.stores
    places = names.map { $0.compactMap(all.firstIndex) } ?? Array(all.indices)
    stores = places.map { all[$0] }
  }

  /// A replay at the log's first state. Without `restored`, puts `own` into it. Otherwise `own` goes on from the
  /// app's own initial state, as the live app did, if that is the log's.
  private static func beginning(
    with own: Timeline, _ restored: () throws -> Timeline?
  ) throws -> (Timeline, Step) {
    guard let restored = try restored() else { return (own, try own.restoreFirst()) }
    let first = try restored.restoreFirst()
    let bytes = [own.player, restored.player].map {
      StateEncoding().comparableBytes(of: $0.states, $0.stores, at: first)
    }
    return (bytes[0] == bytes[1] ? own : restored, first)
  }

  // MARK: Replaying

  /// Puts the replay into its own state of `step`, or into the log's, unless it is there.
  private func enter(_ step: Step) throws {
    guard position != step else { return }
    if let states = try? states(at: step) {
      try timeline.restore(states, at: step)
    } else {
      try timeline.restoreStored(at: step)
    }
    (position, compared, soundUntil) = (step, nil, step)
  }

  /// Applies the actions from `start` to `end`. Returns a digest of every `stride`-th and the last step's.
  package func advance(
    from start: Step, to end: Step, every stride: UInt64, keepsAll: Bool = false,
    _ onStep: (Step) throws -> Void = { _ in }
  ) throws -> (digest: Digest, bytes: Int) {
    try enter(start)
    passed = []
    kept = [(start, timeline.player.states)]
    var bytes = 0
    if start == end { bytes = try compare(at: start) }
    while position < end {
      let target = pause(before: end, every: stride, from: start)
      try play(to: target) { action, result in
        try note(action, result)
        let step = action.step
        let isCompared = (step.number - start.number) % stride == 0 || step == end
        if isCompared || keepsAll { kept.append((step, timeline.player.states)) }
        if isCompared { bytes = try compare(at: step) }
        try onStep(step)
      }
      if case .renewal = inspection { try renew() }
    }
    return (chained, bytes)
  }

  /// Where to pause on the way to `end`: at each comparison, if states are renewed there.
  private func pause(before end: Step, every stride: UInt64, from start: Step) -> Step {
    guard case .renewal = inspection else { return end }
    let passed = (position.number - start.number) % stride
    return Step(position.number + min(stride - passed, end.number - position.number))
  }

  private func play(
    to target: Step, _ visit: (LoggedAction, Timeline.StepResult) throws -> Void
  ) throws {
    digestCheck.begin(after: position)
    let shift = if case .renewal(let shift) = inspection { shift } else { 0 }
    try HeapShift.during(shift) {
      try timeline.play(from: position, to: target, visit: visit)
    }
    position = target
  }

  /// Notes what is unusual about an action, and compares the states after it with the recorded digests.
  private func note(_ action: LoggedAction, _ result: Timeline.StepResult) throws {
    if let fault = result.fault {
      strayDraw = strayDraw ?? StrayDraw(step: action.step, fault: fault)
      try find(.draws(fault), at: action.step)
    }
    if result.isSkipped { incompatibilities.add(action.type, at: action.step) }
    isApproximate = isApproximate || result.isSkipped || !result.incompatibilities.isEmpty
    guard case .recording = inspection, !isApproximate,
      let digests = digestCheck.due(after: action, in: log)
    else { return }
    let agreed = digestCheck.lastAgreed.flatMap { $0 >= runStart(of: action.step) ? $0 : nil }
    if let store = digestCheck.differingStore(from: digests, timeline) {
      let lastAgreed = agreed ?? runStart(of: action.step)
      try find(.fromRecording(lastAgreed: lastAgreed), at: action.step, in: store)
    }
  }

  private func runStart(of step: Step) -> Step {
    runs.run(holding: step)?.lowerBound ?? log.initialStep
  }

  // MARK: Comparing

  /// Adds the digests of the states. Returns how many bytes the states take.
  private func compare(at step: Step) throws -> Int {
    let bytes = bytes(of: timeline.player.states, at: step)
    passed.append(StepDigests(step: step, stores: bytes.map(Digest.init(bytes:))))
    if case .recording = inspection {
      try findChange(since: compared)
      soundUntil = step
    }
    compared = (step, bytes)
    return bytes.reduce(0) { $0 + $1.count }

    /// A kept state is a value. It must stay the same, whatever happens later.
    func findChange(since old: (step: Step, bytes: [[UInt8]])?) throws {
      guard let old, let start = kept.first?.step, old.step >= start else { return }
      let now = self.bytes(of: try states(at: old.step), at: old.step)
      guard let store = now.indices.first(where: { now[$0] != old.bytes[$0] }) else { return }
      try find(.sharedOverTime, at: step, in: stores[store], old.bytes[store], now[store])
    }
  }

  /// Gives the states new memory, and checks that they are still the same. At some comparisons they move into
  /// a new app, which knows nothing that is kept outside stores.
  private func renew() throws {
    guard let compared, compared.step == position else { return }
    let renewed = try timeline.player.renewedStates(at: position)
    renewals += 1
    // At the first, second, fourth, eighth …, because making an app may be slow.
    if renewals & (renewals - 1) == 0 {
      let former = timeline
      timeline = try Timeline(log, makePlayer(), former.decoding, storeLists: former.storeLists)
      timeline.resumptions.keepAll(of: former.resumptions)
    }
    try timeline.restore(renewed, at: position)
    // The replay goes on from these.
    if kept.last?.step == position { kept[kept.count - 1].states = timeline.player.states }
    let now = bytes(of: timeline.player.states, at: position)
    guard let store = now.indices.first(where: { now[$0] != compared.bytes[$0] }) else {
      return soundUntil = position
    }
    try find(.roundTrip, at: position, in: stores[store], compared.bytes[store], now[store])
  }

  /// Keeps the first fault.
  private func find(
    _ evidence: Divergence.Evidence, at step: Step, in store: String? = nil, _ states: [UInt8]...
  ) throws {
    if case .none = inspection { return }
    guard fault == nil else { return }
    let action = try log.entry(at: step).type
    var divergence = Divergence(evidence, at: step, of: action, in: store)
    if let store, states.count == 2 { try divergence.show(states[0], states[1], in: store) }
    fault = (divergence, soundUntil)
  }

  /// One digest of all digests.
  private var chained: Digest {
    Digest(
      bytes: passed.flatMap { digests in
        digests.stores.flatMap { withUnsafeBytes(of: $0.number.littleEndian, Array.init) }
      })
  }

  /// The digests at a step with kept states. Throws `ReplayError.noState` at any other step.
  package func digests(at step: Step) throws -> StepDigests {
    let bytes = bytes(of: try states(at: step), at: step)
    return StepDigests(step: step, stores: bytes.map(Digest.init(bytes:)))
  }

  /// The canonical form of a store's state at such a step.
  package func state(of store: Int, at step: Step) throws -> [UInt8] {
    let states = try states(at: step)
    guard places.indices.contains(store), states.indices.contains(places[store]) else {
      throw ReplayError.noState(step: step)
    }
    return encoding.comparableBytes(of: [states[places[store]]], [stores[store]], at: step)[0]
  }

  /// The canonical forms of the compared stores' states.
  private func bytes(of states: [any Codable & Sendable], at step: Step) -> [[UInt8]] {
    encoding.comparableBytes(of: places.map { states[$0] }, stores, at: step) { state in
      if case .none = inspection { return }
      unshown.include(state)
    }
  }

  private func states(at step: Step) throws -> [any Codable & Sendable] {
    let place = kept.partitionPoint { $0.step >= step }
    guard place < kept.count, kept[place].step == step else {
      throw ReplayError.noState(step: step)
    }
    return kept[place].states
  }
}

extension Digest {
  /// The digest of a canonical form.
  init(bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Digest(canonical: $0) }
  }
}
