import Foundation
import PlayheadReading
import PlayheadLog
import PlayheadReplay

/// Jobs on logs, done by workers, several at once.
struct LogJobs: Sendable {
  /// Works on a log, and reports how many of its steps are done.
  typealias Worker<Done> = (LogReader, WorkerTask, @escaping (UInt64) -> Void) throws -> Done

  let apps: Apps
  let decoding: DecodingPolicy
  /// The bytes of standard input, if it is one of the logs.
  let input: [UInt8]?

  /// Starts one job per log. Each thread makes a worker.
  func start<Done>(
    _ paths: [String], threads: Int, _ makeWorker: @escaping @Sendable () -> Worker<Done>
  ) -> JobQueue<Done> {
    JobQueue(paths.count, threads: threads) {
      let worker = makeWorker()
      return { number, onSteps in try work(on: number, of: paths, by: worker, onSteps) }
    }
  }

  private func work<Done>(
    on number: Int, of paths: [String], by worker: Worker<Done>,
    _ onSteps: @escaping (UInt64) -> Void
  ) throws -> Done {
    let (log, task) = try open(paths[number])
    guard apps.recorder(of: log) != nil else { throw apps.unknownApp(of: log) }
    // Progress does not count damaged actions, which are not replayed.
    try log.findDamage()
    do {
      return try worker(log, task, onSteps)
    } catch let error as WorkerError {
      throw error.failure(of: log, isOneOfMany: paths.count > 1)
    }
  }

  /// The log at a path, or in `input` for `-`, and the task to replay it.
  private func open(_ path: String) throws -> (LogReader, WorkerTask) {
    guard path == "-", let input else {
      let log = try LogReader(path: path)
      return (log, WorkerTask(log.name, decoding: decoding))
    }
    let log = try LogReader(bytes: input, name: "standard input")
    return (log, WorkerTask(log.name, bytes: Data(input), decoding: decoding))
  }
}
