import PlayheadLog
import PlayheadReplay

/// A process of the other build and one of this, for one session after the other: started once, and again where
/// one has ended.
final class BuildPair {
  private let old: WitnessPost
  private let new: WitnessPost

  /// A pair of `other` and of this program; its processes are entered in `register`.
  init(_ other: OtherBuild, _ program: String, _ register: ProcessRegister) {
    let limit = Duration.seconds(WitnessProcess.stepPatience)
    let (oldBuild, newBuild) = (SameBuild(), SameBuild())
    old = WitnessPost(limit: limit) { try oldBuild.require(other.start(register)) }
    new = WitnessPost(limit: limit) {
      try newBuild.require(
        WitnessProcess(
          program, .comparing(as: nil), patience: OtherBuild.patience, register: register))
    }
  }

  /// What becomes of a log; `onSteps` is told how many of its steps are done.
  func result(
    on task: WitnessTask, _ log: LogReader, onSteps: @escaping (UInt64) -> Void
  ) throws -> ComparedBuilds {
    do {
      try man()
      return try BuildComparison(old: old, new: new, onSteps: onSteps)
        .result(on: task, log, renew: man)
    } catch WitnessError.misunderstood {
      // Who knows what they are about to say.
      old.dismiss()
      new.dismiss()
      throw WitnessError.misunderstood
    }
  }

  /// Starts the processes that are not there.
  private func man() throws {
    try old.man()
    try new.man()
  }
}
