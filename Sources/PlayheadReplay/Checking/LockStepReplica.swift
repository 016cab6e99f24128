package import PlayheadCoding
package import PlayheadReading
package import PlayheadLog

/// A replay that is compared, step by step, with others in other processes.
///
/// Keeps a copy of the states of every step since the last advance. A request for one of them gets the very
/// state, not that of another replay. Copies of values cost only what changes; the request says how far to
/// go.
package final class LockStepReplica {
  private let log: any ActionSource
  private let replica: Replica
  private let encoding: StateEncoding
  private let appliesTwice: Bool
  private var position: Step
  /// The states from the step at which the last advance began.
  private var kept: [[any Codable & Sendable]] = []
  private var keptFrom: Step
  /// How many bytes they take besides what they share with the current states. If the system cannot measure
  /// that, counts them as if they shared nothing.
  package private(set) var keptBytes = 0
  /// The digests at each comparison.
  package private(set) var passed: [StepDigests] = []
  /// The first action that drew different values than recorded.
  package private(set) var strayDraw: StrayDraw?
  /// The runs of steps that can be compared, each with the state that it begins with.
  package let runs: [ClosedRange<Step>]
  /// The compared stores, by name; `places` are their places in the app.
  package let stores: [String]
  private let places: [Int]

  /// A replica at the log's first state. If `ways` has a second replay, the first one has ended. Compares
  /// only the stores `names` that the app has, or all if nil. With `byName`, the order of a record's members
  /// does not count.
  package init(
    _ log: any ActionSource, _ makePlayer: () throws -> any Replayable, _ decoding: DecodingPolicy,
    _ ways: Set<RunFactor>, comparing names: [String]? = nil, byName: Bool = false,
    _ onStep: (Step) throws -> Void = { _ in }
  ) throws {
    if ways.contains(.secondReplay) {
      let first = try LockStepReplica(log, makePlayer, decoding, [])
      for run in first.runs { try first.playThrough(run, onStep) }
    }
    self.log = log
    encoding = StateEncoding(byName: byName)
    appliesTwice = ways.contains(.doubleApplication)
    (replica, position) = try Replica.beginning(log, makePlayer, decoding)
    keptFrom = position
    runs = try replica.reachable.compactMap { [replica] in
      try log.comparable($0, replica.storeLists)
    }
    let all = replica.player.stores
    places = names.map { $0.compactMap(all.firstIndex) } ?? Array(all.indices)
    stores = places.map { all[$0] }
  }

  private func playThrough(
    _ run: ClosedRange<Step>, _ onStep: (Step) throws -> Void
  ) throws {
    try enter(run.lowerBound)
    _ = try replica.play(from: run.lowerBound, to: run.upperBound) { action, _ in
      try onStep(action.step)
    }
    position = run.upperBound
  }

  /// Puts the replay into the log's state of `step`, unless it is there.
  private func enter(_ step: Step) throws {
    guard position != step else { return }
    try replica.restore(at: step)
    position = step
  }

  /// Applies the actions from `start` to `end`. Returns a digest of every `stride`-th and the last step's.
  package func advance(
    from start: Step, to end: Step, every stride: UInt64, _ onStep: (Step) throws -> Void = { _ in }
  ) throws -> (digest: Digest, bytes: Int) {
    try enter(start)
    (keptFrom, passed) = (start, [])
    kept = [replica.player.states]
    let heap = HeapGauge.process()
    var bytes = 0
    func note(_ step: Step) throws {
      kept.append(replica.player.states)
      if (step.number - start.number) % stride == 0 || step == end { bytes = compare(at: step) }
      try onStep(step)
    }
    if start == end {
      bytes = compare(at: start)
    } else if appliesTwice {
      try playTwice(to: end, note)
    } else {
      let stray = try replica.play(from: start, to: end) { action, _ in try note(action.step) }
      if strayDraw == nil { strayDraw = stray.map { StrayDraw(step: $0.step, fault: $0.fault) } }
    }
    position = end
    let growth = HeapGauge.process().flatMap { now in heap.map { max(now - $0, 0) } }
    keptBytes = growth ?? bytes * kept.count
    return (chained, bytes)
  }

  /// Applies each action to a copy of the state, then to the state itself.
  private func playTwice(to end: Step, _ note: (Step) throws -> Void) throws {
    while position < end {
      let states = replica.player.states
      _ = try replica.play(from: position, to: position.next) { _, _ in }
      try replica.restore(states, at: position)
      _ = try replica.play(from: position, to: position.next) { _, _ in }
      position = position.next
      try note(position)
    }
  }

  /// Adds the digests of the states. Returns how many bytes the states take.
  private func compare(at step: Step) -> Int {
    let bytes = bytes(of: replica.player.states, at: step)
    passed.append(StepDigests(step: step, stores: bytes.map(Digest.init(bytes:))))
    return bytes.reduce(0) { $0 + $1.count }
  }

  /// One digest of all digests.
  private var chained: Digest {
    Digest(
      bytes: passed.flatMap { digests in
        digests.stores.flatMap { withUnsafeBytes(of: $0.number.littleEndian, Array.init) }
      })
  }

  /// The digests at a step since the last advance began. Throws `ReplayError.noState` at any other step.
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
    encoding.comparableBytes(of: places.map { states[$0] }, stores, at: step)
  }

  private func states(at step: Step) throws -> [any Codable & Sendable] {
    guard step >= keptFrom, step.number - keptFrom.number < UInt64(kept.count) else {
      throw ReplayError.noState(step: step)
    }
    return kept[Int(step.number - keptFrom.number)]
  }
}

extension Digest {
  /// The digest of a canonical form.
  init(bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { Digest(canonical: $0) }
  }
}
