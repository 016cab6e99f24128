import PlayheadLog
import PlayheadReplay

/// A process of the other build and one of this, for one session after the other: started once, and again where
/// one has ended.
final class BuildPair {
  private let other: OtherBuild
  private let program: String
  private let register: ProcessRegister
  private var old: WitnessProcess?
  private var new: WitnessProcess?

  /// A pair of `other` and of this program; its processes are entered in `register`.
  init(_ other: OtherBuild, _ program: String, _ register: ProcessRegister) {
    (self.other, self.program, self.register) = (other, program, register)
  }

  /// What becomes of a log; `onSteps` is told how many of its steps are done.
  func result(
    on task: WitnessTask, _ log: LogReader, onSteps: @escaping (UInt64) -> Void
  ) throws -> ComparedBuilds {
    do {
      let (old, new) = try man()
      let channels = (PairedChannel(old), PairedChannel(new))
      return try BuildComparison(old: channels.0, new: channels.1, onSteps: onSteps)
        .result(on: task, log) {
          let (old, new) = try man()
          (channels.0.process, channels.1.process) = (old, new)
        }
    } catch WitnessError.misunderstood {
      // Who knows what they are about to say.
      (old, new) = (nil, nil)
      throw WitnessError.misunderstood
    }
  }

  /// Starts the processes that are not there.
  private func man() throws -> (WitnessProcess, WitnessProcess) {
    let old = try self.old.flatMap { $0.isThere ? $0 : nil } ?? other.start(register)
    self.old = old
    let new =
      try self.new.flatMap { $0.isThere ? $0 : nil }
      ?? WitnessProcess(
        program, .comparing(as: nil), patience: OtherBuild.patience, register: register)
    self.new = new
    return (old, new)
  }
}

/// The way to one process of a pair, whichever it is at the time.
private final class PairedChannel: WitnessChannel {
  var process: WitnessProcess

  init(_ process: WitnessProcess) { self.process = process }

  func ask(_ request: WitnessRequest) throws { try process.ask(request) }
  func answer() throws -> WitnessAnswer { try process.answer() }
}
