import PlayheadLog

/// Where workers differ, asked of those that have just been there.
extension LockStep {
  /// The first step of the last round, which went through `steps`, at which they differ; they agreed at the first
  /// of these, unless that is where the run begins.
  func locate(
    in steps: ClosedRange<Step>, _ stores: [String], isStart: Bool
  ) throws -> ReplicaDifference {
    let passed = try ensemble.digests(.passed, of: stores.count, in: steps)
    let count = passed.map(\.count).min() ?? 0
    guard let first = (0..<count).first(where: { place in !agree(passed.map { $0[place] }) }),
      Set(passed.map { $0[first].step }).count == 1
    else { throw WorkerError.misunderstood }
    let found = passed.map { $0[first] }
    if isStart { return try difference(found, stores, lastAgreed: nil) }
    return try narrow(found, first > 0 ? passed[0][first - 1].step : steps.lowerBound, stores)
  }

  /// Looks between a step at which all agree and one at which they do not.
  private func narrow(
    _ found: [StepDigests], _ lastAgreed: Step, _ stores: [String]
  ) throws -> ReplicaDifference {
    var (found, agreed) = (found, lastAgreed)
    while agreed.next < found[0].step {
      let middle = Step((agreed.number + found[0].step.number) / 2)
      let digests = try ensemble.digests(
        .digests(at: middle), of: stores.count, in: middle...middle
      ).compactMap(\.first)
      guard digests.count == found.count else { throw WorkerError.misunderstood }
      if agree(digests) { agreed = middle } else { found = digests }
    }
    return try difference(found, stores, lastAgreed: agreed)
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
      guard
        case .state(let bytes) = try ensemble.workers[number].result(
          of: .state(of: store, at: step))
      else { throw WorkerError.misunderstood }
      return [UInt8](bytes)
    }
    return ReplicaDifference(
      step: step, lastAgreed: lastAgreed, store: store, storeName: stores[store],
      digests: found.map { $0.stores[store] }, states: states)
  }
}
