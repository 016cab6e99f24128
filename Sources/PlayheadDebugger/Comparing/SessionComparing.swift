import Foundation
import PlayheadLog
import PlayheadReading
import PlayheadReplay

/// Replays logs in two builds.
struct SessionComparing: Sendable {
  let work: LogJobs
  let other: OtherBuild
  /// The file of this program.
  let program: String
  /// After this long without a step, a replay counts as endless.
  let stepLimit: Duration
  /// Whether to keep all differences of each session.
  let keepsDiffs: Bool
  private let register = ProcessRegister()
  /// Enough time for a process to end, which takes milliseconds unless the system is overloaded.
  private static let endLimit = DispatchTimeInterval.seconds(2)

  init(
    _ work: LogJobs, _ other: OtherBuild, program: String, stepLimit: Duration, keepsDiffs: Bool
  ) {
    (self.work, self.other, self.program, self.stepLimit) = (work, other, program, stepLimit)
    self.keepsDiffs = keepsDiffs
  }

  /// Starts to compare the logs. After `interrupts` is raised, the result of each unfinished log is an
  /// ``Interruption``, because Ctrl-C also ends the processes.
  func start(_ paths: [String], until interrupts: InterruptFlag) -> JobQueue<ComparedSession> {
    // The two processes of a pair wait for each other, so one pair keeps one core busy.
    work.start(paths, threads: ProcessInfo.processInfo.activeProcessorCount) {
      let pair = BuildPair(other, program, register, stepLimit: stepLimit, keepsDiffs: keepsDiffs)
      return { log, task, onSteps in
        try interrupts.check()
        let compared = Result { try compare(log, task, by: pair, onSteps) }
        try interrupts.check()
        return try compared.get()
      }
    }
  }

  /// Ends the work on a queue and all processes.
  func end(_ queue: JobQueue<ComparedSession>) {
    queue.close()
    register.close()
    queue.wait(atMost: Self.endLimit)
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
        lastStep: log.lastStep,
        verdict: compared.verdict, later: compared.later, atEnd: compared.atEnd,
        unshared: compared.unshared, loss: log.lossWarning,
        exitCode: log.exitCode)
    } catch let error as NothingShared {
      throw CompareError.nothingShared(error.unshared, log: log.name, build: other.path)
    }
  }
}

/// A session and its replays in two builds.
struct ComparedSession: Sendable {
  /// The log's path as typed.
  var path: String
  var app: String
  var actionCount: Int
  var lastStep: Step
  var verdict: BuildVerdict
  /// The first differences of other stores, if one store differs.
  var later: [BuildDifference] = []
  /// What is different at the end of the session, if all differences are kept.
  var atEnd: [BuildDifference] = []
  /// The stores and steps that only one build has.
  var unshared: Unshared
  /// A sentence about damaged or missing parts of the log.
  var loss: String?
  /// The exit code for the log itself.
  var exitCode: ExitCode

  /// The first difference; `nil` if there is none.
  var difference: BuildDifference? {
    if case .differs(let difference) = verdict { difference } else { nil }
  }

  /// The step at which both builds stop, if they stop in the same way.
  var commonStop: BuildStop? {
    if case .same(let stop) = verdict { stop } else { nil }
  }
}
