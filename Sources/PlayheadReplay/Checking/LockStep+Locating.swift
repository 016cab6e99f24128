package import PlayheadCoding
package import PlayheadReading
package import PlayheadLog

/// Where workers of a log differ.
package struct ReplicaDifference: Sendable {
  /// The first step at which they differ.
  package var step: Step
  /// The last step at which all agreed; nil if they never did.
  package var lastAgreed: Step?
  /// If `step` is the first state after a gap, the last step before the gap, at which they agreed.
  package var agreedBeforeGap: Step?
  /// The index of the store with the different state.
  package var store: Int
  package var storeName: String
  /// The digests of that state, one for each worker.
  package var digests: [Digest]
  /// The canonical forms of that state in the first worker, and in one that differs.
  package var states: [[UInt8]]

  /// The difference as a divergence of this log, with path and values.
  package func divergence(in log: any ActionSource) throws -> Divergence {
    // No action led to the initial state.
    let action = (try? log.entry(at: step).type) ?? ActionType(name: "the first state")
    var divergence = Divergence(.betweenReplays, at: step, of: action, in: storeName)
    try divergence.show(states[0], states[1], in: storeName)
    return divergence
  }
}

/// Finding where workers differ, by asking workers that have just been there.
extension LockStep {
  /// The first step of `steps`, the last round, at which the workers differ. They agreed at the first of
  /// these, unless the run begins there. The states of a step take `bytes`; `done` steps were done before the round.
  func locate(
    in steps: ClosedRange<Step>, _ stores: [String], of bytes: UInt64, isStart: Bool, done: UInt64
  ) throws -> ReplicaDifference {
    let passed = try replicas.digests(DigestsRequest(), of: stores.count, in: steps)
    let count = passed.map(\.count).min() ?? 0
    guard let first = (0..<count).first(where: { place in !agree(passed.map { $0[place] }) }),
      Set(passed.map { $0[first].step }).count == 1
    else { throw WorkerError.misunderstood }
    let found = passed.map { $0[first] }
    if isStart { return try difference(found, stores, lastAgreed: nil) }
    let agreed = first > 0 ? passed[0][first - 1].step : steps.lowerBound
    let known = try difference(found, stores, lastAgreed: agreed)
    guard agreed.next < known.step else { return known }
    do {
      return try earlierDifference(in: agreed...known.step, stores, of: bytes, done: done) ?? known
    } catch let failed as WorkersFailed where failed.isOfWorkers {
      // They cannot go there again, but the difference stands.
      return known
    }
  }

  /// Goes over `steps` again, from the workers' states at the first, to find the first difference. Nil if the workers
  /// do not differ this time.
  private func earlierDifference(
    in steps: ClosedRange<Step>, _ stores: [String], of bytes: UInt64, done: UInt64
  ) throws -> ReplicaDifference? {
    let length = max(Self.keptBytes / max(bytes, 1), 1)
    var position = steps.lowerBound
    while position < steps.upperBound {
      let end = min(Step(position.number + length), steps.upperBound)
      let request = AdvanceRequest(from: position, to: end, stride: .max, keepsAll: true)
      let passed = position.number - steps.lowerBound.number
      if Set(try reached(by: request, done: done + passed).map(\.digest)).count > 1 {
        return try narrow(digests(at: end, of: stores), position, stores)
      }
      position = end
    }
    return nil
  }

  /// Bisects between a step at which all agree and one at which they do not.
  private func narrow(
    _ found: [StepDigests], _ lastAgreed: Step, _ stores: [String]
  ) throws -> ReplicaDifference {
    var (found, agreed) = (found, lastAgreed)
    while agreed.next < found[0].step {
      let middle = Step((agreed.number + found[0].step.number) / 2)
      let digests = try digests(at: middle, of: stores)
      if agree(digests) { agreed = middle } else { found = digests }
    }
    return try difference(found, stores, lastAgreed: agreed)
  }

  /// Each worker's digests at a step.
  private func digests(at step: Step, of stores: [String]) throws -> [StepDigests] {
    let digests = try replicas.digests(DigestsRequest(at: step), of: stores.count, in: step...step)
      .compactMap(\.first)
    guard digests.count == replicas.workers.count else { throw WorkerError.misunderstood }
    return digests
  }

  private func agree(_ digests: [StepDigests]) -> Bool { Set(digests.map(\.stores)).count <= 1 }

  private func difference(
    _ found: [StepDigests], _ stores: [String], lastAgreed: Step?
  ) throws -> ReplicaDifference {
    let step = found[0].step
    let differing = found[0].stores.indices.first { store in
      Set(found.map { $0.stores[store] }).count > 1
    }
    guard let store = differing,
      let other = found.indices.first(where: { found[$0].stores[store] != found[0].stores[store] })
    else { throw WorkerError.misunderstood }
    let states = try [0, other].map { number in
      [UInt8](
        try replicas.workers[number].result(of: CanonicalStateRequest(store: store, step: step)))
    }
    return ReplicaDifference(
      step: step, lastAgreed: lastAgreed, store: store, storeName: stores[store],
      digests: found.map { $0.stores[store] }, states: states)
  }
}
