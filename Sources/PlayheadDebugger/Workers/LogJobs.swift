import Foundation
import PlayheadFiles
import PlayheadLog
import PlayheadReplay

/// Work by workers on logs, several at once where there are cores for it.
struct LogJobs: Sendable {
  /// What is done with a log; told how many of its steps are done.
  typealias Worker<Done> = (LogReader, WorkerTask, @escaping (UInt64) -> Void) throws -> Done

  let apps: Apps
  let reading: Reading
  /// The bytes of standard input, if that is one of the logs.
  let input: [UInt8]?
  private let jobThreads = JobThreads()

  init(apps: Apps, reading: Reading, input: [UInt8]?) {
    (self.apps, self.reading, self.input) = (apps, reading, input)
  }

  /// Starts with these logs, on so many threads, of which each makes itself a worker; the queue tells what becomes of
  /// them.
  func start<Done>(
    _ paths: [String], threads: Int, _ makeWorker: @escaping @Sendable () -> Worker<Done>
  ) -> JobQueue<Done> {
    jobThreads.start(paths.count, threads: threads) { queue in
      let worker = makeWorker()
      return { try work(on: paths[$0], by: worker, queue) }
    }
  }

  /// Waits until no thread is at work any more, at most so long.
  func wait(atMost time: DispatchTimeInterval) { jobThreads.wait(atMost: time) }

  private func work<Done>(
    on path: String, by worker: Worker<Done>, _ queue: JobQueue<Done>
  ) throws -> Done {
    let (log, task) = try WorkerTask.open(path, input, reading)
    guard apps.recorder(of: log) != nil else { throw apps.unknownApp(of: log) }
    // What is damaged is not replayed, and does not count.
    try log.findDamage()
    do {
      return try worker(log, task) { queue.tell($0) }
    } catch let error as WorkerError {
      throw error.failure(of: log)
    }
  }
}
