import Foundation
import PlayheadFiles
import PlayheadLog
import PlayheadReplay

/// Work by workers on logs, several at once where there are cores for it.
struct LogJobs: Sendable {
  /// Works on a log; reports how many of its steps are done.
  typealias Worker<Done> = (LogReader, WorkerTask, @escaping (UInt64) -> Void) throws -> Done

  let apps: Apps
  let decoding: DecodingPolicy
  /// The bytes of standard input, if that is one of the logs.
  let input: [UInt8]?

  /// Starts with these logs, on this many threads, of which each makes itself a worker.
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
    // What is damaged is not replayed, and does not count.
    try log.findDamage()
    do {
      return try worker(log, task, onSteps)
    } catch let error as WorkerError {
      throw error.failure(of: log, isOneOfMany: paths.count > 1)
    }
  }

  /// The log at a path, or in `input` where the path is that of standard input, and the task to replay it.
  private func open(_ path: String) throws -> (LogReader, WorkerTask) {
    guard path == "-", let input else {
      let log = try LogReader(path: path)
      return (log, WorkerTask(log.name, decoding: decoding))
    }
    let log = try LogReader(bytes: input, name: "standard input")
    return (log, WorkerTask(log.name, bytes: Data(input), decoding: decoding))
  }
}
