import Foundation
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Checks logs by workers in processes of their own.
struct ProcessCheck: Sendable {
  let work: LogJobs
  let program: String
  /// What cannot be held still in its processes.
  let notHeld: Set<RunFactor>
  let runs: Int
  /// After so many seconds without a step a replay is taken for one that never ends.
  let patience: Int

  /// Starts to check these logs; the queue tells what becomes of them.
  func start(_ paths: [String]) -> JobQueue<CheckedLog> {
    // The workers of a pool run at the same time; two pools for each core's worth of them, as they wait
    // for each other now and then.
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return work.start(paths, threads: 1 + 2 * cores / WorkerPool.count(runs: runs)) {
      let pool = WorkerPool(program, notHeld: notHeld, runs: runs, patience: patience)
      return { log, task, onSteps in
        CheckedLog(
          log: log, finding: try pool.check(task, log, onSteps: onSteps),
          unfinished: try log.unfinishedSteps(), processes: WorkerPool.count(runs: runs))
      }
    }
  }
}

extension WorkerTask {
  /// The log at a path, or in `input` where the path is that of standard input, and the task to replay it.
  static func open(
    _ path: String, _ input: [UInt8]?, _ reading: Reading
  ) throws -> (LogReader, WorkerTask) {
    guard path == "-", let input else {
      let log = try LogReader(path: path)
      return (log, WorkerTask(log.name, reading: reading))
    }
    let log = try LogReader(bytes: input, name: "standard input")
    return (log, WorkerTask(log.name, bytes: Data(input), reading: reading))
  }
}

extension WorkerError {
  /// Why there is no process, if that is what it says.
  var startReason: String? {
    switch self {
    case .notStarted(let reason, _), .lost(let reason): reason
    case .otherVersion(let version):
      "the program speaks version \(version) of what processes say to each other, not version \(MessagePipe.version)"
    case .otherBuild: "another build has replaced the program"
    default: nil
    }
  }

  /// The same for whoever called the command.
  func failure(of log: LogReader) -> any Error {
    switch self {
    case .failed(let failure):
      return WorkerFailure(
        text: StyledText(lines: failure.sentence),
        exitCode: ExitCode(rawValue: failure.code) ?? .unusable)
    case .trapped(let step?, let reason, let store):
      let trap = KnownTrap(step: step, reason: reason, store: store)
      return ReplayError.traps(trap, try? log.entry(at: step).type)
    case .trapped(nil, let reason, _): return CommandFailure.trap(reason: reason, log: log.name)
    case .notStarted, .otherVersion, .otherBuild:
      return CommandFailure.noProcess(reason: startReason ?? "", log: log.name)
    case .lost(let reason): return CommandFailure.workerLost(reason: reason, log: log.name)
    case .silent(let time):
      return CommandFailure.workerSilent(time.components.seconds, log: log.name)
    case .misunderstood: return CommandFailure.workerMisunderstood(log: log.name)
    case .unalike: return CommandFailure.workersUnalike(log: log.name)
    }
  }
}

/// What a worker says of why it could not do what it was asked.
private struct WorkerFailure: ErrorWithExitCode, ErrorInLines {
  let text: StyledText
  let exitCode: ExitCode
}
