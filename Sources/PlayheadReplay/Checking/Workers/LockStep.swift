package import PlayheadLog

/// Lets workers replay a log side by side, and finds the first step at which their states differ.
///
/// They go on in rounds. In a round each compares itself with the others at every step while states are
/// small, and more rarely the more bytes there are to hash; what it tells is one digest of all those. Where they
/// differ, the steps in between are asked for: nobody replays anything again, for another replay has its sets
/// in other orders.
package struct LockStep {
  /// Hashing takes about as long as replaying so.
  private static let bytesPerStep: UInt64 = 128
  private static let longestStride: UInt64 = 65_536
  /// The most steps of the first round, as it is not known what keeping their states takes, …
  private static let firstRound: UInt64 = 64
  /// … how many times as many the next round may have, as the one before may have been cheap, …
  private static let growth: UInt64 = 4
  /// … and the bounds of all rounds: after each, all wait for the slowest.
  private static let roundLengths: ClosedRange<UInt64> = 1...16_384
  /// What the states of a round are to take in each worker.
  private static let keptBytes: UInt64 = 16 << 20

  let replicas: ReplicaGroup
  private let onSteps: (UInt64) throws -> Void
  private let stopsAtOtherDraws: Bool

  /// These workers; the first is the one that the others are compared with. `onSteps` is told how many
  /// steps each has done. Where it `stopsAtOtherDraws`, it goes no further than they first draw otherwise than
  /// each other.
  package init(
    _ workers: [any WorkerChannel], stopsAtOtherDraws: Bool = false,
    onSteps: @escaping (UInt64) throws -> Void = { _ in }
  ) {
    replicas = ReplicaGroup(workers)
    self.stopsAtOtherDraws = stopsAtOtherDraws
    self.onSteps = onSteps
  }

  /// What came of it.
  package struct Outcome: Sendable {
    /// The runs of steps that could be compared.
    package var runs: [ClosedRange<Step>]
    /// The first difference.
    package var difference: ReplicaDifference?
    /// For each worker the first action, up to where it went, that drew other values than were recorded.
    package var strayDraws: [StrayDraw?] = []
  }

  /// Replays a log, each worker in its own ways. Throws the first one's reason that gives no answer of use.
  package func run(_ tasks: [WorkerTask]) throws -> Outcome {
    do {
      let opened = try replicas.begin { tasks[$0] }
      guard let first = opened.first, opened.allSatisfy({ $0 == first }) else {
        throw WorkerError.unalike
      }
      let outcome = try follow(first.runs, first.stores)
      if outcome.difference == nil { _ = try replicas.answers { _ in EndRequest() } }
      return outcome
    } catch let failed as WorkersFailed {
      throw failed.first
    }
  }

  /// Goes through these runs of a log, which all workers have begun and whose stores are these. After the step `singlyAfter`,
  /// for as many steps as a round can have, each round is one step: it shows at which step a worker fails. Throws
  /// ``WorkersFailed``.
  func follow(
    _ runs: [ClosedRange<Step>], _ stores: [String], singlyAfter: Step? = nil
  ) throws -> Outcome {
    var walk = Walk(stores: stores, singlyAfter: singlyAfter)
    for run in runs {
      let difference = try compare(run, &walk)
      if difference != nil || walk.hasOtherDraws {
        return Outcome(runs: runs, difference: difference, strayDraws: walk.strayDraws)
      }
    }
    return Outcome(runs: runs, strayDraws: walk.strayDraws)
  }

  /// How far it has come.
  private struct Walk {
    let stores: [String]
    let singlyAfter: Step?
    var done: UInt64 = 0
    /// The end of the run before the present one.
    var endBefore: Step?
    var strayDraws: [StrayDraw?] = []
    var hasOtherDraws = false
  }

  private func compare(
    _ run: ClosedRange<Step>, _ walk: inout Walk
  ) throws -> ReplicaDifference? {
    var position = run.lowerBound
    var end = position
    var stride: UInt64 = 1
    while true {
      let isStart = position == end
      let reached = try advance(from: position, to: end, every: stride, isStart, walk)
      walk.strayDraws = reached.map(\.strayDraw)
      if Set(reached.map(\.digest)).count > 1 {
        var difference = try locate(in: position...end, walk.stores, isStart: isStart)
        if isStart { difference.agreedBeforeGap = walk.endBefore }
        return difference
      }
      walk.hasOtherDraws = stopsAtOtherDraws && Set(walk.strayDraws).count > 1
      let steps = end.number - position.number
      walk.done += steps
      try onSteps(walk.done)
      guard end < run.upperBound, !walk.hasOtherDraws else {
        walk.endBefore = end
        return nil
      }
      position = end
      stride = min(1 + UInt64(reached[0].bytes) / Self.bytesPerStep, Self.longestStride)
      let length =
        isStart
        ? Self.firstLength(reached[0].bytes)
        : Self.length(after: steps, reached.map(\.kept).max() ?? 0)
      end = min(Step(position.number + length), run.upperBound)
      if let singly = walk.singlyAfter {
        let isFar = position.number >= singly.number + Self.roundLengths.upperBound
        end = position < singly ? min(end, singly) : isFar ? end : position.next
      }
    }
  }

  private func advance(
    from position: Step, to end: Step, every stride: UInt64, _ isStart: Bool, _ walk: Walk
  ) throws -> [ReachedStep] {
    do {
      let count = end.number - position.number
      let reached = try replicas.answers({ try onSteps(walk.done + min($0, count)) }) { _ in
        AdvanceRequest(from: position, to: end, stride: stride)
      }
      guard reached.allSatisfy({ $0.bytes >= 0 && $0.kept >= 0 }) else {
        throw WorkerError.misunderstood
      }
      return reached
    } catch var failed as WorkersFailed {
      failed.lastAgreed = isStart ? nil : position
      if isStart { failed.gap = walk.endBefore.map { (before: $0, behind: position) } }
      throw failed
    }
  }

  /// The length of the first round, for states of `bytes` bytes: each may have to be kept as a whole.
  private static func firstLength(_ bytes: Int) -> UInt64 {
    min(max(keptBytes / max(UInt64(bytes), 1), roundLengths.lowerBound), firstRound)
  }

  /// The length of the next round, if the states of the last took `kept` bytes.
  private static func length(after steps: UInt64, _ kept: Int) -> UInt64 {
    let perStep = max(UInt64(kept) / steps, 1)
    let wanted = min(keptBytes / perStep, steps * growth)
    return min(max(wanted, roundLengths.lowerBound), roundLengths.upperBound)
  }
}
