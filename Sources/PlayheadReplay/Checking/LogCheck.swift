package import PlayheadLog
package import PlayheadReading

/// What a check of a log found.
package struct CheckFinding: Codable, Sendable {
  /// The first step with a fault, and how it was found.
  package var divergence: Divergence?
  /// The last step at which all agreed, if there was one.
  package var lastAgreed: Step?
  package var cause: Cause?
  /// How many of the compared processes came to a state of their own there: at least 2.
  package var differentStates = 0
  package var incompatibilities = Incompatibilities()
  /// The states that cannot be encoded, among those that were compared.
  package var unshown: [UnshownState] = []
  /// The runs of steps that were compared, each from the state it begins with to its last action.
  package var runs: [ClosedRange<Step>] = []

  package init() {}

  /// How many actions were compared.
  package var compared: UInt64 {
    runs.reduce(0) { $0 + $1.upperBound.number - $1.lowerBound.number }
  }

  package var isGood: Bool { divergence == nil && incompatibilities.isEmpty }
}

/// Checks a log with workers in processes of their own.
package struct LogCheck {
  /// The workers that replay side by side, with their perturbations. The first has the same hashes in each process.
  package var workers: [(channel: any WorkerChannel, perturbations: Set<Perturbation>)]
  /// The worker that replays twice within its process.
  package var inspector: any WorkerChannel
  /// The perturbations that this system cannot hold.
  package var uncontrolled: Set<Perturbation> = []
  /// Starts a new worker each time, for a diagnosis.
  package var spawn: (RunConditions) throws -> any WorkerChannel
  /// Gets the number of steps that each worker has done.
  package var onSteps: (UInt64) throws -> Void = { _ in }

  package init(
    _ workers: [(channel: any WorkerChannel, perturbations: Set<Perturbation>)],
    inspector: any WorkerChannel,
    spawn: @escaping (RunConditions) throws -> any WorkerChannel
  ) {
    (self.workers, self.inspector, self.spawn) = (workers, inspector, spawn)
  }

  /// Checks the log of `task`; `log` is the same log.
  package func run(_ task: ReplaySpec, _ log: LogReader) throws -> CheckFinding {
    let request = InspectionRequest(task)
    try inspector.ask(request)
    let compared = Result { try compare(task) }
    // Takes the answer in any case, so that the inspector can be asked again.
    let inspected = Result { try inspector.answer(to: request) }
    return try finding(compared.get(), inspected.get(), task, log)
  }

  private func compare(_ task: ReplaySpec) throws -> LockStep.Outcome {
    let tasks = workers.map { worker in
      var task = task
      task.perturbations = worker.perturbations
      return task
    }
    return try LockStep(workers.map(\.channel), onSteps: onSteps).run(tasks)
  }

  private func finding(
    _ outcome: LockStep.Outcome, _ inspection: CheckFinding, _ task: ReplaySpec, _ log: LogReader
  ) throws -> CheckFinding {
    var finding = inspection
    finding.runs = outcome.runs
    let inspected = inspection.divergence
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
        inspection.cause
        ?? inspected.store.map { diagnose(task, $0, inspected.step, hasSharedObject: false) }
    }
    return finding
  }

  /// Why the store differs there. The finding stands even if no worker can be started for the diagnosis.
  private func diagnose(
    _ task: ReplaySpec, _ store: String, _ step: Step, hasSharedObject: Bool
  ) -> Cause {
    do {
      return try Diagnosis(task, uncontrolled: uncontrolled, spawn: spawn)
        .cause(of: store, at: step, hasSharedObject: hasSharedObject)
    } catch WorkerError.notStarted(let reason, _) {
      return Cause(obstacle: "no other process could be started: \(reason)")
    } catch {
      return Cause(obstacle: "other processes could not replay the log")
    }
  }

  /// Whether the finding within one process is earlier than the difference between several, or says more.
  private func isFirst(_ inspected: Divergence?, before difference: ReplicaDifference) -> Bool {
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
