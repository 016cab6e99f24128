import PlayheadLog
import PlayheadReading
import PlayheadReplay

extension ProcessSetting {
  /// Hash seeds are the same in each process. `check` finds code that depends on them.
  static func comparing(as name: String?) -> ProcessSetting {
    var conditions = RunConditions.usual
    conditions.hasFreshSeed = false
    return ProcessSetting(conditions, faketime: nil, name: name)
  }
}

/// A process of the other build and one of this build, for one session at a time. A process that has ended
/// is started again.
final class BuildPair {
  private let old: WorkerSlot
  private let new: WorkerSlot
  private let keepsDiffs: Bool

  /// A pair of `other` and this program. Its processes are added to `register`.
  init(
    _ other: AppExecutable, _ program: String, _ register: ProcessRegister, stepLimit: Duration,
    keepsDiffs: Bool
  ) {
    self.keepsDiffs = keepsDiffs
    let (oldBuild, newBuild) = (BuildConsistency(), BuildConsistency())
    old = WorkerSlot(limit: stepLimit) { try oldBuild.require(other.start(register)) }
    new = WorkerSlot(limit: stepLimit) {
      try newBuild.require(
        WorkerProcess(
          program, .comparing(as: nil), startLimit: AppExecutable.startLimit, register: register))
    }
  }

  /// Compares a log. `onSteps` gets the number of finished steps.
  func result(
    on task: ReplaySpec, _ log: LogReader, onSteps: @escaping (UInt64) -> Void
  ) throws -> ComparedBuilds {
    do {
      try ensureRunning()
      return try BuildComparison(old: old, new: new, keepsDiffs: keepsDiffs, onSteps: onSteps)
        .result(on: task, log, renew: ensureRunning)
    } catch WorkerError.misunderstood {
      // The next message may be an old answer.
      old.terminate()
      new.terminate()
      throw WorkerError.misunderstood
    }
  }

  /// Starts the processes that are not running.
  private func ensureRunning() throws {
    try old.ensureRunning()
    try new.ensureRunning()
  }
}
