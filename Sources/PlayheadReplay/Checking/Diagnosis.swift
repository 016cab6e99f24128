import PlayheadCoding
package import PlayheadLog

/// Finds out why replays of a log differ at a step: holds every factor it can, and varies one at a time.
package struct Diagnosis {
  private let task: ReplaySpec
  private let uncontrolled: Set<Perturbation>
  private let spawn: (RunConditions) throws -> any WorkerChannel

  /// A diagnosis of a log. `spawn` starts a new worker each time; `uncontrolled` are the factors it cannot hold.
  package init(
    _ task: ReplaySpec, uncontrolled: Set<Perturbation>,
    spawn: @escaping (RunConditions) throws -> any WorkerChannel
  ) {
    (self.task, self.uncontrolled, self.spawn) = (task, uncontrolled, spawn)
  }

  /// Why the state of a store differs at `step`. `hasSharedObject` says that a kept state changed there.
  package func cause(
    of store: String, at step: Step, hasSharedObject: Bool
  ) throws -> Cause {
    let held = try states(of: store, at: step, [nil, nil])
    var trials = [trial(nil, held, held)]
    if trials[0].states == 1 {
      for factor in Perturbation.allCases where !uncontrolled.contains(factor) {
        let states = try states(
          of: store, at: step, Array(repeating: factor, count: factor.processCount))
        if !states.isEmpty { trials.append(trial(factor, states, held)) }
      }
    }
    return Cause(trials: trials, uncontrolled: uncontrolled, hasSharedObject: hasSharedObject)
  }

  private func trial(
    _ factor: Perturbation?, _ states: [Digest], _ held: [Digest]
  ) -> Cause.Trial {
    Cause.Trial(
      factor: factor, runs: states.count, states: Set(states).count,
      differs: !Set(states).isSubset(of: held))
  }

  /// The states there in new workers, one for each factor varied; without workers that did not get there.
  private func states(
    of store: String, at step: Step, _ factors: [Perturbation?]
  ) throws -> [Digest] {
    let replicas = ReplicaGroup(
      try factors.map { factor in try spawn(factor.map(RunConditions.held.varying) ?? .held) })
    let tasks = factors.map { factor in
      var task = task
      if let factor, factor.isOfReplay { task.perturbations = [factor] }
      return task
    }
    guard let opened = try? replicas.results(to: { BeginRequest(task: tasks[$0]) }).first?.get(),
      opened.isSound, let place = opened.stores.firstIndex(of: store),
      let run = opened.runs.last(where: { $0.contains(step) })
    else { return [] }
    replicas.advance(from: run.lowerBound, to: step)
    return replicas.results { _ in DigestsRequest(at: step) }.compactMap { result in
      guard let found = try? result.get().first, found.stores.indices.contains(place) else {
        return nil
      }
      return found.stores[place]
    }
  }
}
