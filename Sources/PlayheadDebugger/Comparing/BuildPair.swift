import PlayheadLog
import PlayheadReplay

/// A process of the other build and one of this, for one session after the other: started once, and again where
/// one has ended.
final class BuildPair {
  private let old: WorkerSlot
  private let new: WorkerSlot

  /// A pair of `other` and of this program; its processes are entered in `register`.
  init(_ other: OtherBuild, _ program: String, _ register: ProcessRegister) {
    let limit = Duration.seconds(WorkerProcess.stepPatience)
    let (oldBuild, newBuild) = (SameBuild(), SameBuild())
    old = WorkerSlot(limit: limit) { try oldBuild.require(other.start(register)) }
    new = WorkerSlot(limit: limit) {
      try newBuild.require(
        WorkerProcess(
          program, .comparing(as: nil), patience: OtherBuild.patience, register: register))
    }
  }

  /// What becomes of a log; `onSteps` is told how many of its steps are done.
  func result(
    on task: WorkerTask, _ log: LogReader, onSteps: @escaping (UInt64) -> Void
  ) throws -> ComparedBuilds {
    do {
      try ensureRunning()
      return try BuildComparison(old: old, new: new, onSteps: onSteps)
        .result(on: task, log, renew: ensureRunning)
    } catch WorkerError.misunderstood {
      // Who knows what they are about to say.
      old.terminate()
      new.terminate()
      throw WorkerError.misunderstood
    }
  }

  /// Starts the processes that are not there.
  private func ensureRunning() throws {
    try old.ensureRunning()
    try new.ensureRunning()
  }
}
