import PlayheadCoding
import PlayheadReading
import PlayheadLog

/// Compares two replays of a log with each other and with the recorded digests.
struct Comparison {
  /// Small states are compared at every step. The more bytes there are to hash, the rarer the comparisons, so
  /// that hashing takes about as long as replaying.
  private static let bytesPerStep = 128
  private static let longestStride = 65_536

  var onStep: (Step) throws -> Void = { _ in }
  var onRun: (ClosedRange<Step>) -> Void = { _ in }
  var onIncompatibility: (ActionType, Step) -> Void = { _, _ in }
  var onUnshown: (UnshownState) -> Void = { _ in }

  private let log: any ActionSource
  private let decoding: DecodingPolicy
  /// Starts from the app's own initial state, if that is the log's.
  private let one: Replica
  /// Encoded and decoded at every comparison, and moved into a new app at some.
  private var other: Replica
  private let recorded: [StateDigests]
  /// The stores without comparable digests, because this build encodes their states in another form.
  private let incomparable: Set<Int>
  /// Whether an action was skipped. From then on the recorded digests do not apply.
  private var isApproximate = false
  private let closelyAfter: Step?
  private let shift: Int
  private let encoding = StateEncoding()
  private let makePlayer: () throws -> any Replayable
  /// The first replay's states at the last comparison, and their bytes then.
  private var kept: (states: [any Codable & Sendable], bytes: [[UInt8]]) = ([], [])
  private var comparisons = 0
  private var nextRecorded = 0
  private var position = Step.initial
  private var lastAgreed = Step.initial
  private var lastRecordedAgreed = Step.initial
  private var stride = 1

  init(
    _ log: any ActionSource, _ makePlayer: @escaping () throws -> any Replayable,
    _ decoding: DecodingPolicy,
    closelyAfter: Step?, shift: Int
  ) throws {
    self.decoding = decoding
    self.shift = shift
    self.log = log
    self.makePlayer = makePlayer
    self.closelyAfter = closelyAfter
    recorded = log.readableDigests()
    one = try Replica(log, try makePlayer(), decoding)
    other = try Replica(log, try makePlayer(), decoding)
    incomparable = Set(log.stores.indices.filter { [one] in !one.hasComparableDigests(store: $0) })
  }

  /// The first divergence, and the last step before it at which both replays agreed.
  mutating func run() throws -> (Divergence, lastAgreed: Step)? {
    position = try other.restoreInitial()
    (lastAgreed, lastRecordedAgreed) = (position, position)
    if bytes(of: one) != bytes(of: other) { try one.restoreInitial() }
    keep(bytes(of: one))
    for steps in one.reachable {
      guard let steps = try log.comparable(steps, one.storeLists) else { continue }
      onRun(steps)
      let before = steps.lowerBound
      if before > position {
        try one.restore(at: before)
        try other.restore(at: before)
        position = before
        (lastAgreed, lastRecordedAgreed) = (before, before)
        keep(bytes(of: one))
      }
      while position < steps.upperBound {
        let agreed = lastAgreed
        if let divergence = try advance(within: steps) { return (divergence, agreed) }
      }
    }
    return nil
  }

  /// Replays to the next step at which states are compared, and compares them.
  private mutating func advance(within steps: ClosedRange<Step>) throws -> Divergence? {
    let target = nextComparison(within: steps)
    let fault = try one.play(from: position, to: target) { action, result in
      if result.isPassedOver { onIncompatibility(action.type, action.step) }
      isApproximate = isApproximate || result.isPassedOver || !result.incompatibilities.isEmpty
      try onStep(action.step)
    }
    let otherFault = try HeapShift.during(shift) {
      try other.play(from: position, to: target) { action, _ in try onStep(action.step) }
    }
    position = target
    if let fault = fault ?? otherFault {
      return try divergence(.draws(fault.fault), at: fault.step)
    }
    let ours = bytes(of: one)
    let theirs = bytes(of: other)
    if let difference = try differ(ours, theirs) { return difference }
    if let difference = try differFromKept() { return difference }
    if let difference = try differFromRecording(ours) { return difference }
    lastAgreed = target
    keep(ours)
    return try roundTrip(ours)
  }

  private mutating func keep(_ bytes: [[UInt8]]) {
    kept = (one.player.states, bytes)
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

  private mutating func bytes(of replica: Replica) -> [[UInt8]] {
    let bytes = encoding.comparableBytes(
      of: replica.player.states, replica.player.stores, at: position, onUnshown: onUnshown)
    stride = min(1 + bytes.reduce(0) { $0 + $1.count } / Self.bytesPerStep, Self.longestStride)
    return bytes
  }

  // MARK: Differences

  private func differ(_ ours: [[UInt8]], _ theirs: [[UInt8]]) throws -> Divergence? {
    guard let store = ours.indices.first(where: { ours[$0] != theirs[$0] }) else { return nil }
    return try difference(.betweenReplays, ours[store], theirs[store], in: store)
  }

  /// A kept state is a value. It must stay the same, whatever happens later.
  private func differFromKept() throws -> Divergence? {
    let now = encoding.comparableBytes(of: kept.states, one.player.stores, at: lastAgreed)
    guard let store = now.indices.first(where: { now[$0] != kept.bytes[$0] }) else { return nil }
    return try difference(.sharedOverTime, kept.bytes[store], now[store], in: store)
  }

  private mutating func differFromRecording(_ ours: [[UInt8]]) throws -> Divergence? {
    guard nextRecorded < recorded.count, recorded[nextRecorded].step == position, !isApproximate
    else { return nil }
    let digests = recorded[nextRecorded]
    for number in try one.storeLists.numbers(of: digests) where !incomparable.contains(number) {
      let name = log.stores[number]
      guard let store = one.part(ofStore: number),
        Digest(bytes: ours[store]) != digests.stores[number]
      else { continue }
      var divergence = try divergence(.fromRecording(lastAgreed: lastRecordedAgreed), at: position)
      divergence.store = name
      return divergence
    }
    lastRecordedAgreed = position
    return nil
  }

  /// Gives the other replay's states new memory, and checks that they are still the same. At some comparisons
  /// they move into a new app, which knows nothing that is kept outside stores.
  private mutating func roundTrip(_ ours: [[UInt8]]) throws -> Divergence? {
    let renewed = try other.player.renewedStates(at: position)
    comparisons += 1
    // At the first, second, fourth, eighth …, because making an app may be slow.
    if comparisons & (comparisons - 1) == 0 { other = try Replica(log, try makePlayer(), decoding) }
    try other.restore(renewed, at: position)
    let theirs = bytes(of: other)
    guard let store = ours.indices.first(where: { ours[$0] != theirs[$0] }) else { return nil }
    return try difference(.roundTrip, ours[store], theirs[store], in: store)
  }

  private func difference(
    _ evidence: Divergence.Evidence, _ bytes: [UInt8], _ otherBytes: [UInt8], in store: Int
  ) throws -> Divergence {
    let name = one.player.stores[store]
    var divergence = try divergence(evidence, at: position)
    try divergence.show(bytes, otherBytes, in: name)
    return divergence
  }

  private func divergence(_ evidence: Divergence.Evidence, at step: Step) throws -> Divergence {
    Divergence(
      evidence: evidence, step: step, action: try log.entry(at: step).type, store: nil, path: nil,
      values: (nil, nil))
  }
}

/// Holds memory of every size, so that allocations meanwhile get other addresses than before.
///
/// The order of a set depends on the address of its storage. A replay right after another one would get the
/// memory that the first freed, and with it the same orders: bugs that depend on them would never show.
struct HeapShift {
  /// Small blocks come from one list per size, in steps of 16 bytes. Most sets are stored in them.
  private static let small = stride(from: 16, through: 4_096, by: 16)
  /// Larger blocks take any space that fits, so one of each magnitude moves those after it. Beyond 64 KiB the
  /// system allocates each block, which takes longer than a step.
  private static let large = (13...16).map { 1 << $0 }

  /// Runs `body` while holding `count` blocks of every size.
  static func during<Result>(_ count: Int, _ body: () throws -> Result) rethrows -> Result {
    var blocks: [UnsafeMutableRawPointer] = []
    blocks.reserveCapacity(count * (4_096 / 16 + large.count))
    for _ in 0..<count {
      for size in Array(small) + large {
        blocks.append(.allocate(byteCount: size, alignment: 16))
      }
    }
    defer { for block in blocks { block.deallocate() } }
    return try body()
  }
}
