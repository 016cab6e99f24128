package import PlayheadLog

/// What a check of a log found.
package struct CheckFinding: Sendable {
  /// The first step at which something is not as it should be, and how that came to light.
  package var divergence: Divergence?
  /// The last step at which all agreed, where they ever did.
  package var lastAgreed: Step?
  package var cause: Cause?
  /// Among the processes that were compared, how many came to a state of their own there: at least 2.
  package var differentStates = 0
  package var misfits = Misfits()
  /// How many actions were compared.
  package var compared: UInt64 = 0

  package init() {}

  /// Whether all is as it should be.
  package var isGood: Bool { divergence == nil && misfits.isEmpty }
}

/// Checks a log by witnesses in processes of their own.
package struct LogCheck {
  /// Who replays side by side, the first of them with hashes that are the same in each process, and in what
  /// ways.
  package var witnesses: [(channel: any WitnessChannel, ways: Set<WitnessFactor>)]
  /// Who replays twice within its process.
  package var inspector: any WitnessChannel
  /// What cannot be held still on this system.
  package var notHeld: Set<WitnessFactor> = []
  /// Gives a new witness each time, for a diagnosis.
  package var hire: (WitnessConditions) throws -> any WitnessChannel
  /// Told how many steps each witness has done.
  package var onSteps: (UInt64) throws -> Void = { _ in }

  package init(
    _ witnesses: [(channel: any WitnessChannel, ways: Set<WitnessFactor>)],
    inspector: any WitnessChannel,
    hire: @escaping (WitnessConditions) throws -> any WitnessChannel
  ) {
    (self.witnesses, self.inspector, self.hire) = (witnesses, inspector, hire)
  }

  /// Checks the log of `task`, which `log` is as well.
  package func run(_ task: WitnessTask, _ log: LogReader) throws -> CheckFinding {
    try inspector.ask(.inspect(task))
    let compared = Result { try compare(task) }
    // Its answer is taken in any case, so that it can be asked again.
    let inspected = Result { try inspector.result() }
    let outcome = try compared.get()
    guard case .inspected(let inspection) = try inspected.get() else {
      throw WitnessError.misunderstood
    }
    return try finding(outcome, inspection, task, log)
  }

  private func compare(_ task: WitnessTask) throws -> LockStep.Outcome {
    let tasks = witnesses.map { witness in
      var task = task
      task.ways = witness.ways
      return task
    }
    return try LockStep(witnesses.map(\.channel), onSteps: onSteps).run(tasks)
  }

  private func finding(
    _ outcome: LockStep.Outcome, _ inspection: WitnessInspection, _ task: WitnessTask,
    _ log: LogReader
  ) throws -> CheckFinding {
    var finding = CheckFinding()
    for misfit in inspection.misfits { finding.misfits.add(misfit.type, at: misfit.step) }
    finding.compared = outcome.runs.reduce(0) { $0 + $1.upperBound.number - $1.lowerBound.number }
    let inspected = try inspection.divergence?.divergence()
    let isShared = inspected.map { $0.evidence == .sharedOverTime } ?? false
    if let difference = outcome.difference, !isFirst(inspected, before: difference) {
      finding.divergence = try difference.divergence(in: log)
      finding.lastAgreed = difference.lastAgreed
      finding.differentStates = Set(difference.digests).count
      finding.cause = diagnose(
        task, difference.storeName, difference.step,
        hasSharedObject: isShared && inspected?.step == difference.step)
    } else if let inspected {
      finding.divergence = inspected
      finding.lastAgreed = inspected.lastAgreed
      finding.cause =
        Cause(inspected.evidence)
        ?? inspected.store.map { diagnose(task, $0, inspected.step, hasSharedObject: false) }
    }
    return finding
  }

  /// Why it differs there. What was found stands, also if there can be no witness to find that out by.
  private func diagnose(
    _ task: WitnessTask, _ store: String, _ step: Step, hasSharedObject: Bool
  ) -> Cause {
    do {
      return try Diagnosis(task, notHeld: notHeld, hire: hire)
        .cause(of: store, at: step, hasSharedObject: hasSharedObject)
    } catch WitnessError.notStarted(let reason, _) {
      return Cause(obstacle: "no other process could be started: \(reason)")
    } catch {
      return Cause(obstacle: "other processes could not replay the log")
    }
  }

  /// Whether what came to light in one process comes before what differs between several, or tells more of it.
  private func isFirst(_ inspected: Divergence?, before difference: WitnessDifference) -> Bool {
    guard let inspected else { return false }
    if inspected.evidence == .sharedOverTime { return inspected.step <= difference.step }
    return inspected.step < difference.step
  }
}

extension Divergence {
  /// The last step at which all agreed.
  fileprivate var lastAgreed: Step? {
    if case .fromRecording(let lastAgreed) = evidence { return lastAgreed }
    return step.previous
  }
}
