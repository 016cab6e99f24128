import Foundation
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Checks logs by witnesses in processes of their own.
struct ProcessCheck: Sendable {
  let work: LogWork
  let program: String
  /// What cannot be held still in its processes.
  let notHeld: Set<WitnessFactor>
  let runs: Int
  /// After so many seconds without a step a replay is taken for one that never ends.
  let patience: Int

  /// Starts to check these logs; the board tells what becomes of them.
  func start(_ paths: [String]) -> WorkBoard<CheckedLog> {
    // The witnesses of a fleet run at the same time; two fleets for each core's worth of them, as they wait
    // for each other now and then.
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return work.start(paths, threads: 1 + 2 * cores / Fleet.count(runs: runs)) {
      let fleet = Fleet(program, notHeld: notHeld, runs: runs, patience: patience)
      return { log, task, onSteps in
        CheckedLog(
          log: log, finding: try fleet.check(task, log, onSteps: onSteps),
          unfinished: try log.unfinishedSteps(), processes: Fleet.count(runs: runs))
      }
    }
  }
}

extension WitnessTask {
  /// The log at a path, or in `input` where the path is that of standard input, and the task to replay it.
  static func open(
    _ path: String, _ input: [UInt8]?, _ reading: Reading
  ) throws -> (LogReader, WitnessTask) {
    guard path == "-", let input else {
      let log = try LogReader(path: path)
      return (log, WitnessTask(log.name, reading: reading))
    }
    let log = try LogReader(bytes: input, name: "standard input")
    return (log, WitnessTask(log.name, bytes: Data(input), reading: reading))
  }
}

extension WitnessError {
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
      return WitnessFailure(
        text: StyledText(lines: failure.sentence),
        exitCode: ExitCode(rawValue: failure.code) ?? .unusable)
    case .trapped(let step?, let reason, let store):
      let trap = KnownTrap(step: step, reason: reason, store: store)
      return ReplayError.traps(trap, try? log.entry(at: step).type)
    case .trapped(nil, let reason, _): return CommandFailure.trap(reason: reason, log: log.name)
    case .notStarted, .otherVersion, .otherBuild:
      return CommandFailure.noProcess(reason: startReason ?? "", log: log.name)
    case .lost(let reason): return CommandFailure.witnessLost(reason: reason, log: log.name)
    case .silent(let time):
      return CommandFailure.witnessSilent(time.components.seconds, log: log.name)
    case .misunderstood: return CommandFailure.witnessMisunderstood(log: log.name)
    case .unalike: return CommandFailure.witnessesUnalike(log: log.name)
    }
  }
}

/// What a witness says of why it could not do what it was asked.
private struct WitnessFailure: ErrorWithExitCode, ErrorInLines {
  let text: StyledText
  let exitCode: ExitCode
}
