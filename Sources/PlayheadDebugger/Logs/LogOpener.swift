import Foundation
import PlayheadInspector
import PlayheadReading
import PlayheadReplay

/// Opens the logs of a command that replays several of them in workers.
struct LogOpener: Sendable {
  private let paths: [String]
  private let apps: Apps
  private let decoding: DecodingPolicy
  /// The bytes of standard input, if it is one of the logs.
  private let input: [UInt8]?

  init(_ paths: [String], _ apps: Apps, _ arguments: ParsedArguments, _ console: Console) throws {
    (self.paths, self.apps, decoding) = (paths, apps, try arguments.decoding())
    input = paths.contains("-") ? try console.readLog() : nil
  }

  /// Starts to work on the logs. `makeWorker` may start a worker's processes.
  func jobs<Answer>(
    workers most: Int, _ makeWorker: () throws -> LogJobs<Answer>.Worker
  ) throws -> LogJobs<Answer> {
    do {
      return try LogJobs(paths, workers: most, makeWorker)
    } catch WorkerError.otherBuild {
      throw CommandFailure.builtAgain(log: paths[0])
    } catch let error as WorkerError {
      throw CommandFailure.noProcess(reason: error.startReason ?? "\(error)", log: paths[0])
    }
  }

  /// The log at `path`, or standard input for `-`.
  func open(_ path: String) throws -> LogReader {
    guard path == "-", let input else { return try LogReader(path: path) }
    return try LogReader(bytes: input, name: "standard input")
  }

  /// The answer to a request about the log at `path`, by stores at `connection`, with the log. `onSteps` gets the number of
  /// steps done.
  func asking<Asked: Request, Result>(
    _ path: String, at connection: ChildProcessConnection, _ request: Asked,
    _ onSteps: @escaping (UInt64) -> Void, _ body: (LogReader, Asked.Answer) throws -> Result
  ) throws -> Result {
    let log = try open(path)
    return try log.explaining(isOneOfMany: paths.count > 1) {
      let inspector = try apps.inspector(of: log, at: connection, decoding)
      inspector.onEvent = { if case .progress(let progress) = $0 { onSteps(progress.done) } }
      return try body(log, inspector.ask(request))
    }
  }
}
