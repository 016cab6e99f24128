package import PlayheadLog

/// Makes workers replay a log side by side, and finds the first step at which their states differ.
///
/// They work in rounds. In a round each worker hashes its states and returns one digest of all the digests. In a short
/// log it hashes them at every step. In a long one, larger states are hashed more rarely. If the digests differ, the
/// workers go over the steps between two comparisons again, from their own states, and keep the state of each step.
package struct LockStep {
  /// The bytes that are hashed before steps are left out: about a hundredth of a second in each worker.
  private static let freeBytes: UInt64 = 1 << 20
  /// With this, hashing takes about a tenth of the time of replaying.
  private static let bytesPerStep: UInt64 = 16
  private static let longestStride: UInt64 = 65_536
  /// The most bytes that states of consecutive steps should take in each worker, if they share nothing.
  static let keptBytes: UInt64 = 16 << 20
  /// The most steps of the first round, and how much a round may grow: states may grow in it.
  private static let (firstRound, growth): (UInt64, UInt64) = (64, 4)
  /// The most steps of a round. After each, all wait for the slowest.
  private static let longestRound: UInt64 = 16_384

  let replicas: ReplicaGroup
  let onSteps: (UInt64) throws -> Void
  private let stopsAtOtherDraws: Bool

  /// Compares these workers with the first one. `onSteps` gets the number of steps that each has done. With
  /// `stopsAtOtherDraws`, stops where their draws first differ from each other.
  package init(
    _ workers: [any WorkerChannel], stopsAtOtherDraws: Bool = false,
    onSteps: @escaping (UInt64) throws -> Void = { _ in }
  ) {
    replicas = ReplicaGroup(workers)
    self.stopsAtOtherDraws = stopsAtOtherDraws
    self.onSteps = onSteps
  }

  package struct Outcome: Sendable {
    /// The runs of steps that could be compared.
    package var runs: [ClosedRange<Step>]
    /// The first difference.
    package var difference: ReplicaDifference?
    /// For each worker, the first action it replayed that drew different values than recorded.
    package var strayDraws: [StrayDraw?] = []
  }

  /// Replays a log, each worker with its own perturbations. Throws the error of the first worker that fails.
  package func run(_ tasks: [ReplaySpec]) throws -> Outcome {
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

  /// Replays these runs of a log, which all workers have begun and whose stores are these. After
  /// `singlyAfter`, as many rounds as a round can have steps are one step long, to show at which step a
  /// worker fails. Throws ``WorkersFailed``.
  func follow(
    _ runs: [ClosedRange<Step>], _ stores: [String], singlyAfter: Step? = nil
  ) throws -> Outcome {
    var walk = Walk(stores: stores, singlyAfter: singlyAfter)
    for run in runs {
      let difference = try compare(run, &walk)
      if difference != nil || walk.isDone {
        return Outcome(runs: runs, difference: difference, strayDraws: walk.strayDraws)
      }
    }
    return Outcome(runs: runs, strayDraws: walk.strayDraws)
  }

  /// The progress of all runs.
  private struct Walk {
    let stores: [String]
    let singlyAfter: Step?
    var done: UInt64 = 0
    /// The bytes that may still be hashed at every step.
    var freeBytes = LockStep.freeBytes
    /// The end of the run before this one.
    var endBefore: Step?
    var strayDraws: [StrayDraw?] = []
    /// Whether draws differ or a replay itself has a fault, so that nothing else is compared.
    var isDone = false
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
        let bytes = UInt64(reached.map(\.bytes).max() ?? 0)
        var difference = try locate(
          in: position...end, walk.stores, of: bytes, isStart: isStart, done: walk.done)
        if isStart { difference.agreedBeforeGap = walk.endBefore }
        return difference
      }
      walk.isDone =
        stopsAtOtherDraws && Set(walk.strayDraws).count > 1 || reached.contains(where: \.isFaulty)
      let steps = end.number - position.number
      walk.done += steps
      try onSteps(walk.done)
      guard end < run.upperBound, !walk.isDone else {
        walk.endBefore = end
        return nil
      }
      position = end
      let bytes = UInt64(reached[0].bytes)
      let length = isStart ? Self.firstRound : min(steps * Self.growth, Self.longestRound)
      end = min(Step(position.number + length), run.upperBound)
      let count = end.number - position.number
      if bytes <= walk.freeBytes / count {
        walk.freeBytes -= bytes * count
        stride = 1
      } else {
        stride = min(1 + bytes / Self.bytesPerStep, Self.longestStride)
      }
      if let singly = walk.singlyAfter {
        let isFar = position.number >= singly.number + Self.longestRound
        end = position < singly ? min(end, singly) : isFar ? end : position.next
      }
    }
  }

  private func advance(
    from position: Step, to end: Step, every stride: UInt64, _ isStart: Bool, _ walk: Walk
  ) throws -> [ReachedStep] {
    do {
      let request = AdvanceRequest(from: position, to: end, stride: stride)
      return try reached(by: request, done: walk.done)
    } catch var failed as WorkersFailed {
      failed.lastAgreed = isStart ? nil : position
      if isStart { failed.gap = walk.endBefore.map { (before: $0, after: position) } }
      throw failed
    }
  }

  /// Where all arrive; `done` steps were done before.
  func reached(by request: AdvanceRequest, done: UInt64) throws -> [ReachedStep] {
    let count = request.to.number - request.from.number
    let reached = try replicas.answers({ try onSteps(done + min($0, count)) }) { _ in request }
    guard reached.allSatisfy({ $0.bytes >= 0 }) else { throw WorkerError.misunderstood }
    return reached
  }
}
