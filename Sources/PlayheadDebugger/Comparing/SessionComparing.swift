import Foundation
import PlayheadLog
import PlayheadReplay

/// Takes logs through two builds.
struct SessionComparing: Sendable {
  let work: LogJobs
  let other: OtherBuild
  /// The file of this program.
  let program: String
  private let register = ProcessRegister()
  /// What was told to end does so within milliseconds, unless the system is at its end itself.
  private static let patience = DispatchTimeInterval.seconds(2)

  init(_ work: LogJobs, _ other: OtherBuild, program: String) {
    (self.work, self.other, self.program) = (work, other, program)
  }

  /// Starts with these logs; the queue tells what becomes of them. Of those that are not done when `interrupts` is
  /// raised nothing comes but an ``Interruption``: Ctrl-C ends processes as well, and that is none of their doing.
  func start(_ paths: [String], until interrupts: InterruptFlag) -> JobQueue<ComparedSession> {
    // The two of a pair wait for each other, so a core is busy with one pair.
    work.start(paths, threads: ProcessInfo.processInfo.activeProcessorCount) {
      let pair = BuildPair(other, program, register)
      return { log, task, onSteps in
        try interrupts.check()
        let compared = Result { try compare(log, task, by: pair, onSteps) }
        try interrupts.check()
        return try compared.get()
      }
    }
  }

  /// Ends all that works on a queue, done or not, so that no process is left.
  func end(_ queue: JobQueue<ComparedSession>) {
    queue.close()
    register.close()
    work.wait(atMost: Self.patience)
  }

  private func compare(
    _ log: LogReader, _ task: WorkerTask, by pair: BuildPair,
    _ onSteps: @escaping (UInt64) -> Void
  ) throws -> ComparedSession {
    let app = log.appName ?? ""
    guard other.apps.contains(app) else {
      throw CompareError.noApp(app, log: log.name, build: other.path, known: other.apps)
    }
    do {
      let compared = try pair.result(on: task, log, onSteps: onSteps)
      return ComparedSession(
        path: task.bytes == nil ? log.name : "-", app: app, actionCount: log.actionCount,
        verdict: compared.verdict, later: compared.later,
        unshared: compared.unshared, loss: log.lossWarning,
        exitCode: log.exitCode)
    } catch let error as NothingShared {
      throw CompareError.nothingShared(error.unshared, log: log.name, build: other.path)
    }
  }
}
