import Foundation
import PlayheadFiles
import PlayheadLog
import PlayheadReplay

/// Work by witnesses on logs, several at once where there are cores for it.
struct LogWork: Sendable {
  /// What is done with a log; told how many of its steps are done.
  typealias Worker<Done> = (LogReader, WitnessTask, @escaping (UInt64) -> Void) throws -> Done

  let apps: Apps
  let reading: Reading
  /// The bytes of standard input, if that is one of the logs.
  let input: [UInt8]?
  private let crew = Crew()

  init(apps: Apps, reading: Reading, input: [UInt8]?) {
    (self.apps, self.reading, self.input) = (apps, reading, input)
  }

  /// Starts with these logs, on so many threads, of which each makes itself a worker; the board tells what becomes of
  /// them.
  func start<Done>(
    _ paths: [String], threads: Int, _ makeWorker: @escaping @Sendable () -> Worker<Done>
  ) -> WorkBoard<Done> {
    crew.start(paths.count, threads: threads) { board in
      let worker = makeWorker()
      return { try work(on: paths[$0], by: worker, board) }
    }
  }

  /// Waits until no thread is at work any more, at most so long.
  func wait(atMost time: DispatchTimeInterval) { crew.wait(atMost: time) }

  private func work<Done>(
    on path: String, by worker: Worker<Done>, _ board: WorkBoard<Done>
  ) throws -> Done {
    let (log, task) = try WitnessTask.open(path, input, reading)
    guard apps.recorder(of: log) != nil else { throw apps.unknownApp(of: log) }
    // What is damaged is not replayed, and does not count.
    try log.findDamage()
    do {
      return try worker(log, task) { board.tell($0) }
    } catch let error as WitnessError {
      throw error.failure(of: log)
    }
  }
}
