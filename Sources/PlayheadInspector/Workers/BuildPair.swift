import PlayheadLog
package import PlayheadReading
package import PlayheadReplay

extension RunConditions {
  /// Hash seeds are the same in each process. `check` finds code that depends on them.
  package static let comparing = {
    var conditions = RunConditions.usual
    conditions.hasFreshSeed = false
    return conditions
  }()
}

/// A process of the other build and one of this build, for one session at a time. A process that has ended
/// is started again.
package final class BuildPair {
  private let old: WorkerSlot
  private let new: WorkerSlot
  private let keepsDiffs: Bool

  package init(old: WorkerProgram, new: WorkerProgram, keepsDiffs: Bool) {
    self.keepsDiffs = keepsDiffs
    (self.old, self.new) = (old.slot(under: .comparing), new.slot(under: .comparing))
  }

  /// Compares a log. `onSteps` gets the number of finished steps.
  package func result(
    on task: ReplaySpec, _ log: LogReader, onSteps: @escaping (UInt64) throws -> Void
  ) throws -> ComparedBuilds {
    do {
      try ensureRunning()
      return try BuildComparison(old: old, new: new, keepsDiffs: keepsDiffs, onSteps: onSteps)
        .result(on: task, log, renew: ensureRunning)
    } catch let error where error.leavesAnswers {
      old.terminate()
      new.terminate()
      throw error
    }
  }

  private func ensureRunning() throws {
    try old.ensureRunning()
    try new.ensureRunning()
  }
}
