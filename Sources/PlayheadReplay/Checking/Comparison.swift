import PlayheadCoding
import PlayheadFlux
import PlayheadLog

/// Two replays of a log side by side, compared with each other and with the recorded digests.
struct Comparison {
  /// States are compared every so many steps: at each while they are small, ever more rarely the
  /// more bytes there are to hash, so that hashing takes about as long as replaying.
  private static let bytesPerStep = 128
  private static let longestStride = 1_024

  var onStep: (Step) throws -> Void = { _ in }

  private let log: LogReader
  /// Goes on from the app's own initial state where that is the log's.
  private let one: Side
  /// Encoded and decoded at every comparison.
  private let other: Side
  private let recorded: [StateDigests]
  private let closelyAfter: Step?
  private let shift: Int
  private let encoder = CanonicalEncoder()
  private var nextRecorded = 0
  private var position = Step.initial
  private var lastAgreed = Step.initial
  private var lastRecordedAgreed = Step.initial
  private var stride = 1

  init(
    _ log: LogReader, _ makePlayer: () throws -> any Replayable, closelyAfter: Step?, shift: Int
  ) throws {
    self.shift = shift
    self.log = log
    self.closelyAfter = closelyAfter
    recorded = try log.digests()
    one = try Side(log, try makePlayer())
    other = try Side(log, try makePlayer())
  }

  /// The first divergence, and the last step before it at which both replays agreed.
  mutating func run() throws -> (Divergence, lastAgreed: Step)? {
    try other.restoreInitial()
    if try digests(of: one) != digests(of: other) { try one.restoreInitial() }
    for steps in log.steps {
      if let before = steps.lowerBound.previous, before > position {
        try one.restore(at: before)
        try other.restore(at: before)
        position = before
        (lastAgreed, lastRecordedAgreed) = (before, before)
      }
      while position < steps.upperBound {
        let agreed = lastAgreed
        if let divergence = try advance(within: steps) { return (divergence, agreed) }
      }
    }
    return nil
  }

  /// Goes on to the next step at which states are compared, and compares them.
  private mutating func advance(within steps: ClosedRange<Step>) throws -> Divergence? {
    let target = nextComparison(within: steps)
    let fault = try one.play(from: position, to: target) { try onStep($0) }
    let otherFault = try HeapShift.during(shift) {
      try other.play(from: position, to: target) { try onStep($0) }
    }
    position = target
    if let fault = fault ?? otherFault {
      return try divergence(.draws(fault.fault), at: fault.step)
    }
    let ours = try digests(of: one)
    if let difference = try differ(ours, try digests(of: other)) { return difference }
    if let difference = try differFromRecording(ours) { return difference }
    lastAgreed = target
    return try roundTrip(ours)
  }

  private mutating func nextComparison(within steps: ClosedRange<Step>) -> Step {
    while nextRecorded < recorded.count, recorded[nextRecorded].step <= position {
      nextRecorded += 1
    }
    let isClose = closelyAfter.map { position >= $0 } ?? false
    var next = min(Step(position.number + UInt64(isClose ? 1 : stride)), steps.upperBound)
    if let closelyAfter, position < closelyAfter { next = min(next, closelyAfter) }
    return nextRecorded < recorded.count ? min(recorded[nextRecorded].step, next) : next
  }

  private mutating func digests(of side: Side) throws -> [Digest] {
    var digests: [Digest] = []
    var bytes = 0
    for state in side.player.states {
      digests.append(try encoder.digest(of: state))
      bytes += encoder.byteCount
    }
    stride = min(1 + bytes / Self.bytesPerStep, Self.longestStride)
    return digests
  }

  // MARK: Differences

  private func differ(_ ours: [Digest], _ theirs: [Digest]) throws -> Divergence? {
    guard let store = ours.indices.first(where: { ours[$0] != theirs[$0] }) else { return nil }
    return try difference(
      .betweenReplays, one.player.states[store], other.player.states[store], in: store)
  }

  private mutating func differFromRecording(_ ours: [Digest]) throws -> Divergence? {
    guard nextRecorded < recorded.count, recorded[nextRecorded].step == position else {
      return nil
    }
    for (name, digest) in zip(log.header.stores, recorded[nextRecorded].stores) {
      guard let store = one.player.stores.firstIndex(of: name), ours[store] != digest else {
        continue
      }
      var divergence = try divergence(.fromRecording(lastAgreed: lastRecordedAgreed), at: position)
      divergence.store = name
      return divergence
    }
    lastRecordedAgreed = position
    return nil
  }

  /// Gives the other side's states new memory, and makes sure that they are still the same.
  private mutating func roundTrip(_ ours: [Digest]) throws -> Divergence? {
    let before = other.player.states
    try other.renew(at: position)
    let renewed = try digests(of: other)
    guard let store = ours.indices.first(where: { ours[$0] != renewed[$0] }) else { return nil }
    return try difference(.roundTrip, before[store], other.player.states[store], in: store)
  }

  private func difference(
    _ evidence: Divergence.Evidence, _ state: any Encodable, _ otherState: any Encodable,
    in store: Int
  ) throws -> Divergence {
    let name = one.player.stores[store]
    let diff = Diff(
      from: .record([.init(name, try encoder.tree(of: state))]),
      to: .record([.init(name, try encoder.tree(of: otherState))]))
    var divergence = try divergence(evidence, at: position)
    divergence.store = name
    divergence.path = diff.changes.first?.path
    divergence.values = (diff.changes.first?.old, diff.changes.first?.new)
    return divergence
  }

  private func divergence(_ evidence: Divergence.Evidence, at step: Step) throws -> Divergence {
    Divergence(
      evidence: evidence, step: step, action: try log.entry(at: step).type, store: nil, path: nil,
      values: (nil, nil))
  }
}
