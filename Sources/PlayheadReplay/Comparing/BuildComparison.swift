import PlayheadCoding
package import PlayheadLog

/// What became of a session in two builds.
package enum BuildVerdict: Sendable {
  /// Every state is the same in both; where both stopped, they did so alike.
  case same(stop: BuildStop?)
  /// They part ways.
  case differs(BuildDifference)
}

/// Takes sessions through two builds side by side, each in a process of its own, and finds where they part
/// ways first: in a state, in what is drawn, or because one of them cannot go on.
package struct BuildComparison {
  /// The old build and the new one.
  private let ensemble: WitnessEnsemble
  private let lockStep: LockStep

  /// A comparison of two builds; `onSteps` is told how many steps of a log each has done.
  package init(
    old: any WitnessChannel, new: any WitnessChannel,
    onSteps: @escaping (UInt64) throws -> Void = { _ in }
  ) {
    ensemble = WitnessEnsemble([old, new])
    lockStep = LockStep([old, new], stopsAtOtherDraws: true, onSteps: onSteps)
  }

  /// What becomes of the log of `task`, which `log` is as well. `renew` is called before witnesses are asked
  /// again of which one may have ended.
  package func verdict(
    on task: WitnessTask, _ log: LogReader, renew: () throws -> Void = {}
  ) throws -> BuildVerdict {
    switch try attempt(on: task, log, singlyAfter: nil) {
    case .success(let verdict): return verdict
    case .failure(let failed):
      guard let agreed = failed.lastAgreed else { return verdict(of: failed, log) }
      // What came before it in the same round was not compared, and is lost with the process.
      try renew()
      let closer = failed.firstStep?.previous ?? agreed
      switch try attempt(on: task, log, singlyAfter: closer) {
      case .success(let verdict): return verdict
      case .failure(let failed): return verdict(of: failed, log)
      }
    }
  }

  /// The verdict, or which of the builds could not go on; throws whatever is not about the log.
  private func attempt(
    on task: WitnessTask, _ log: LogReader, singlyAfter: Step?
  ) throws -> Result<BuildVerdict, WitnessesFailed> {
    do {
      return .success(try verdict(on: task, log, singlyAfter: singlyAfter))
    } catch let failed as WitnessesFailed {
      guard failed.isOfLogs else { throw failed.first }
      return .failure(failed)
    }
  }

  private func verdict(
    on task: WitnessTask, _ log: LogReader, singlyAfter: Step?
  ) throws -> BuildVerdict {
    var opened = try ensemble.begin { _ in task }
    if opened[0].stores != opened[1].stores {
      // What only one of them has cannot be compared.
      var common = task
      common.stores = opened[1].stores.filter(opened[0].stores.contains)
      opened = try ensemble.begin { _ in common }
      guard opened[0].stores == opened[1].stores else { throw WitnessError.unalike }
    }
    let runs = opened[1].runs.filter(opened[0].runs.contains)
    let outcome = try lockStep.follow(runs, opened[1].stores, singlyAfter: singlyAfter)
    if let difference = try difference(outcome, log) { return .differs(difference) }
    // A process that ends as it lets go of the log has no more to say of it.
    _ = ensemble.results { _ in .end }
    return .same(stop: nil)
  }

  // MARK: What differs

  /// What differs first: other draws, or what they may have led to.
  private func difference(
    _ outcome: LockStep.Outcome, _ log: LogReader
  ) throws -> BuildDifference? {
    let values = outcome.difference
    if let draws = otherDraws(outcome.strayDraws), values.map({ draws.step <= $0.step }) ?? true {
      return BuildDifference(
        step: draws.step, lastAgreed: draws.step.previous, action: log.actionName(at: draws.step),
        draws.fact)
    }
    guard let values else { return nil }
    return BuildDifference(
      step: values.step, lastAgreed: values.lastAgreed,
      action: values.lastAgreed == nil ? nil : log.actionName(at: values.step),
      .values(try values.firstChanges()))
  }

  private func otherDraws(_ strays: [StrayDraw?]) -> (step: Step, fact: BuildDifference.Fact)? {
    guard strays.count == 2, strays[0] != strays[1],
      let step = strays.compactMap({ $0?.step }).min()
    else { return nil }
    let faults = strays.map { $0?.step == step ? $0?.fault : nil }
    return (step, .draws(old: faults[0], new: faults[1]))
  }

  /// What it means that at least one has no answer.
  private func verdict(of failed: WitnessesFailed, _ log: LogReader) -> BuildVerdict {
    let next = failed.lastAgreed?.next
    let stops = failed.reasons.map { $0.flatMap { BuildStop($0, at: next, of: log.name) } }
    if let old = stops[0], let new = stops[1], old.isAlike(new) { return .same(stop: new) }
    let step = stops.compactMap { $0?.step }.min() ?? next ?? log.initialStep
    return .differs(
      BuildDifference(
        step: step, lastAgreed: failed.lastAgreed,
        action: stops.contains { $0?.step != nil } ? log.actionName(at: step) : nil,
        .stops(old: stops[0], new: stops[1])))
  }
}

extension WitnessesFailed {
  /// The first step at which one failed; nil where one does not know.
  fileprivate var firstStep: Step? {
    let stops = reasons.compactMap(\.self).map { BuildStop($0, at: nil, of: "")?.step }
    return stops.contains(nil) ? nil : stops.compactMap(\.self).min()
  }

  /// Whether it is about the log that is replayed, not about what was said of it.
  fileprivate var isOfLogs: Bool {
    reasons.allSatisfy { reason in reason.map { BuildStop($0, at: nil, of: "") != nil } ?? true }
  }
}

extension WitnessDifference {
  /// Of all places with one pattern the first that differs, by pattern.
  fileprivate func firstChanges() throws -> [String: Change] {
    let trees = try states.map { bytes in
      Value.record([.init(storeName, try bytes.withUnsafeBytes { try Value(canonical: $0) })])
    }
    return Diff(from: trees[0], to: trees[1]).changes.reduce(into: [:]) { first, change in
      let pattern = change.path.pattern
      if first[pattern] == nil {
        first[pattern] = change.showingOrder(from: trees[0], to: trees[1])
      }
    }
  }
}

extension Change {
  /// The same; of a list in another order the first other element, which neither came nor went.
  fileprivate func showingOrder(from one: Value, to other: Value) -> Change {
    let list = Path(Array(path.components.dropLast()))
    guard let reordering = Reordering(one.value(at: list), other.value(at: list)) else {
      return self
    }
    let (old, new) = reordering.elements
    return Change(path: list.appending(.index(reordering.place)), old: old, new: new)
  }
}

extension LogReader {
  /// The name of a step's action; nil if no action led to it.
  fileprivate func actionName(at step: Step) -> String? { (try? entry(at: step))?.type.name }
}
