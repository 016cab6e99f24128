package import PlayheadReading
import PlayheadLog
import PlayheadValues

/// Replays sessions in two builds side by side, each in its own process, and finds the first difference: in a
/// state, in the draws, or because one build cannot go on.
package struct BuildComparison {
  /// The old build, then the new one.
  private let replicas: ReplicaGroup
  private let lockStep: LockStep
  private let keepsDiffs: Bool
  private let onSteps: (UInt64) throws -> Void

  /// A comparison of two builds. With `keepsDiffs`, each difference has all changes, not just the first at each
  /// pattern, and the end of the session is compared as well. `onSteps` gets the number of steps that each has done.
  package init(
    old: any WorkerChannel, new: any WorkerChannel, keepsDiffs: Bool = false,
    onSteps: @escaping (UInt64) throws -> Void = { _ in }
  ) {
    replicas = ReplicaGroup([old, new])
    lockStep = LockStep([old, new], stopsAtOtherDraws: true, onSteps: onSteps)
    (self.keepsDiffs, self.onSteps) = (keepsDiffs, onSteps)
  }

  /// Compares the builds on the log of `task`; `log` is the same log. Calls `renew` before it asks the
  /// workers again, because a worker may have ended. Throws ``NothingInCommon`` if there is nothing to compare.
  package func result(
    on task: ReplaySpec, _ log: LogReader, renew: () throws -> Void = {}
  ) throws -> ComparedBuilds {
    var task = task
    task.isByName = true
    var compared = ComparedBuilds()
    var ends = KillRetry()
    var first = try attempt(on: task, log, singlyAfter: nil, &compared)
    while first?.isOutside(&ends) == true {
      try renew()
      first = try attempt(on: task, log, singlyAfter: nil, &compared)
    }
    guard let failed = first else { return compared }
    compared.verdict = verdict(of: failed, log)
    // At the first state of a run, there was no action in the same round.
    guard let agreed = failed.lastAgreed else { return compared }
    // What came before the failure in the same round was not compared, and is lost with the process.
    try renew()
    let closer = failed.firstStep?.previous ?? agreed
    if let failed = try attempt(on: task, log, singlyAfter: closer, &compared) {
      compared.verdict = verdict(of: failed, log)
    }
    return compared
  }

  /// Compares once. Returns the builds that could not go on. Throws errors that are not about the log.
  private func attempt(
    on task: ReplaySpec, _ log: LogReader, singlyAfter: Step?, _ compared: inout ComparedBuilds
  ) throws -> WorkersFailed? {
    do {
      compared.onlyInOneBuild = OnlyInOneBuild()
      let runs = try begin(task, &compared.onlyInOneBuild)
      let outcome = try lockStep.follow(runs.steps, runs.stores, singlyAfter: singlyAfter)
      if let difference = try difference(outcome, log) {
        compared.verdict = .differs(difference)
        if case .values = difference.fact {
          compared.later = try later(than: outcome, of: runs.stores, task, log)
          if keepsDiffs {
            compared.atEnd = try atEnd([difference] + compared.later, task, log)
          }
        }
        return nil
      }
      // If a process ends while it closes the log, that does not matter.
      _ = replicas.results { _ in EndRequest() }
      compared.verdict = .same(stop: nil)
      return nil
    } catch let failed as WorkersFailed {
      guard failed.isOfLogs else { throw failed.first }
      return failed
    }
  }

  /// For each other store that differs as well, its first difference. Ends where a build cannot go on.
  private func later(
    than outcome: LockStep.Outcome, of stores: [String], _ task: ReplaySpec, _ log: LogReader
  ) throws -> [BuildDifference] {
    // All steps were done before, for the progress.
    let total = UInt64(log.actionCount)
    let again = LockStep(replicas.workers, stopsAtOtherDraws: true) { [onSteps] _ in
      try onSteps(total)
    }
    var (task, outcome, stores) = (task, outcome, stores)
    var found: [BuildDifference] = []
    while let store = outcome.difference?.storeName {
      stores.removeAll { $0 == store }
      guard !stores.isEmpty else { break }
      task.stores = stores
      do {
        let opened = try replicas.begin { _ in task }
        let runs = opened[1].runs.filter(opened[0].runs.contains)
        outcome = try again.follow(runs, stores)
      } catch is WorkersFailed {
        break
      }
      guard outcome.difference != nil, let difference = try difference(outcome, log) else { break }
      found.append(difference)
    }
    return found
  }

  /// What is different at the last step, for each store that differs first at one of `found`. None if a build
  /// does not get there.
  private func atEnd(
    _ found: [BuildDifference], _ task: ReplaySpec, _ log: LogReader
  ) throws -> [BuildDifference] {
    var task = task
    task.stores = found.compactMap(\.store)
    do {
      let opened = try replicas.begin { _ in task }
      guard let run = opened[1].runs.last(where: opened[0].runs.contains),
        run.upperBound > found.map(\.step).max() ?? run.upperBound
      else { return [] }
      let end = run.upperBound
      replicas.advance(from: run.lowerBound, to: end)
      return try opened[1].stores.enumerated().compactMap { store, name in
        let states = try replicas.answers { _ in CanonicalStateRequest(store: store, step: end) }
          .map { [UInt8]($0) }
        let diff = try Diff(ofCanonical: states, in: name)
        guard !diff.isEmpty else { return nil }
        var difference = BuildDifference(
          step: end, lastAgreed: nil, action: log.actionName(at: end), .values(of: diff))
        difference.diff = diff
        return difference
      }
    } catch is WorkersFailed {
      return []
    }
  }

  /// Opens the log in both builds. Returns what both have, and notes what only one has.
  private func begin(
    _ task: ReplaySpec, _ onlyInOneBuild: inout OnlyInOneBuild
  ) throws -> (stores: [String], steps: [ClosedRange<Step>]) {
    var opened = try replicas.begin { _ in task }
    onlyInOneBuild.stores = OneSided(opened[0].stores, opened[1].stores)
    if opened[0].stores != opened[1].stores {
      var common = task
      common.stores = opened[1].stores.filter(opened[0].stores.contains)
      guard common.stores != [] else { throw NothingInCommon(onlyInOneBuild: onlyInOneBuild) }
      opened = try replicas.begin { _ in common }
      guard opened[0].stores == opened[1].stores else { throw WorkerError.unalike }
    }
    onlyInOneBuild.steps = OneSided(opened[0].runs, opened[1].runs)
    let runs = opened[1].runs.filter(opened[0].runs.contains)
    if runs.isEmpty, !onlyInOneBuild.steps.isEmpty {
      throw NothingInCommon(onlyInOneBuild: onlyInOneBuild)
    }
    return (opened[1].stores, runs)
  }

  // MARK: What differs

  /// The first difference: other draws, or the states that they may have led to.
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
    let diff = try Diff(ofCanonical: values.states, in: values.storeName)
    var difference = BuildDifference(
      step: values.step, lastAgreed: values.lastAgreed ?? values.agreedBeforeGap,
      action: values.lastAgreed == nil ? nil : log.actionName(at: values.step),
      .values(of: diff))
    if keepsDiffs { difference.diff = diff }
    difference.isAfterGap = values.agreedBeforeGap != nil
    return difference
  }

  private func otherDraws(_ strays: [StrayDraw?]) -> (step: Step, fact: BuildDifference.Fact)? {
    guard strays.count == 2, strays[0] != strays[1],
      let step = strays.compactMap({ $0?.step }).min()
    else { return nil }
    let faults = strays.map { $0?.step == step ? $0?.fault : nil }
    return (step, .draws(old: faults[0], new: faults[1]))
  }

  /// The verdict if at least one build gave no answer.
  private func verdict(of failed: WorkersFailed, _ log: LogReader) -> BuildVerdict {
    let next = failed.lastAgreed?.next ?? failed.gap?.after
    let stops = failed.reasons.map { $0.flatMap { BuildStop($0, at: next, of: log.name) } }
    if let old = stops[0], let new = stops[1], old == new { return .same(stop: new) }
    let step = stops.compactMap { $0?.step }.min() ?? next ?? log.initialStep
    let isAtAction = failed.gap == nil && stops.contains { $0?.step != nil }
    var difference = BuildDifference(
      step: step, lastAgreed: failed.lastAgreed ?? failed.gap?.before,
      action: isAtAction ? log.actionName(at: step) : nil,
      .stops(old: stops[0], new: stops[1]))
    difference.isAfterGap = failed.gap != nil
    return .differs(difference)
  }
}

extension WorkersFailed {
  /// The first step at which one failed; nil if one does not know its step.
  fileprivate var firstStep: Step? {
    let stops = reasons.compactMap(\.self).map { BuildStop($0, at: nil, of: "")?.step }
    return stops.contains(nil) ? nil : stops.compactMap(\.self).min()
  }

  /// Whether all failures are about the log that is replayed.
  fileprivate var isOfLogs: Bool {
    reasons.allSatisfy { reason in reason.map { BuildStop($0, at: nil, of: "") != nil } ?? true }
  }
}

extension Diff {
  /// What differs between two canonical forms of a store's state.
  fileprivate init(ofCanonical states: [[UInt8]], in store: String) throws {
    let trees = try states.map { try Value(ofStore: store, canonical: $0) }
    self.init(from: trees[0], to: trees[1])
  }
}

extension BuildDifference.Fact {
  /// The first change at each path pattern.
  fileprivate static func values(of diff: Diff) -> Self {
    .values(
      Dictionary(diff.alignedChanges.map { ($0.change.path.pattern, $0) }) { first, _ in first })
  }
}

extension BuildDifference {
  /// The store whose state differs.
  fileprivate var store: String? {
    guard case .values(let changes) = fact else { return nil }
    return changes.values.first?.change.path.components.first?.name
  }
}

extension LogReader {
  /// The name of a step's action; nil if no action led to it.
  fileprivate func actionName(at step: Step) -> String? { (try? entry(at: step))?.type.name }
}
