import Foundation

/// Threads that do what is on a queue until nothing is left of it.
struct JobThreads: Sendable {
  private let threads = DispatchGroup()

  /// Starts with so many things to do, on at most so many threads, of which each makes itself a worker; a worker is
  /// told the number of what it is to do, and gone at the end with all that it has. The queue tells what becomes of
  /// each.
  func start<Done>(
    _ count: Int, threads most: Int,
    _ makeWorker: @escaping @Sendable (JobQueue<Done>) -> (Int) throws -> Done
  ) -> JobQueue<Done> {
    let workers = max(1, min(count, most))
    let queue = JobQueue<Done>(count, workers: workers)
    for _ in 0..<workers {
      threads.enter()
      Thread.detachNewThread {
        Self.work(on: queue, makeWorker)
        threads.leave()
      }
    }
    return queue
  }

  /// Waits until no thread is at work any more, at most so long.
  func wait(atMost time: DispatchTimeInterval) { _ = threads.wait(timeout: .now() + time) }

  private static func work<Done>(
    on queue: JobQueue<Done>, _ makeWorker: (JobQueue<Done>) -> (Int) throws -> Done
  ) {
    repeat {
      guard workOn(queue, makeWorker(queue)) else { return }
    } while queue.waitForMore()
  }

  /// Does what is left; false for a worker for whom the system has no process, and who leaves the rest to the others, as
  /// it would be done with all of it in no time.
  private static func workOn<Done>(
    _ queue: JobQueue<Done>, _ worker: (Int) throws -> Done
  ) -> Bool {
    while let number = queue.take() {
      let result = Result { try worker(number) }
      if case .failure(CommandFailure.noProcess) = result, queue.retire(handingBack: number) {
        return false
      }
      queue.post(result, of: number)
    }
    return true
  }
}
