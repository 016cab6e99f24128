import Foundation

/// Jobs for several threads, each with its own worker. The caller takes the results one by one.
final class JobQueue<Done>: @unchecked Sendable {
  /// Does the job with this number, and reports how many of its steps are done.
  typealias Worker = (Int, _ onSteps: @escaping (UInt64) -> Void) throws -> Done

  private let condition = NSCondition()
  private let threads = DispatchGroup()
  /// The jobs that no thread has taken yet. `handedBack` has the jobs that a thread gave up.
  private var left: Range<Int>
  private var handedBack: [Int] = []
  /// How many jobs are taken and not done.
  private var taken = 0
  private var threadCount: Int
  private var isClosed = false
  /// The results that the caller has not taken yet.
  private var results: [Int: Result<Done, any Error>] = [:]
  private var doneCount = 0
  private var steps: UInt64 = 0

  /// Starts `count` jobs on at most `most` threads. Each thread makes a worker, and releases it at the end.
  init(_ count: Int, threads most: Int, _ makeWorker: @escaping @Sendable () -> Worker) {
    left = 0..<count
    threadCount = max(1, min(count, most))
    for _ in 0..<threadCount {
      threads.enter()
      Thread.detachNewThread { [self, threads] in
        work(makeWorker)
        threads.leave()
      }
    }
  }

  /// Begins no more jobs.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  /// Waits until all threads have ended, at most this long.
  func wait(atMost time: DispatchTimeInterval) { _ = threads.wait(timeout: .now() + time) }

  // MARK: Results

  /// Waits for the result of a job. `look` regularly gets the number of finished jobs, and of finished
  /// steps of one job.
  func result(of number: Int, _ look: (Int, UInt64) throws -> Void) throws -> Done {
    while true {
      let (result, done, steps) = condition.withLock {
        // A tenth of a second, so that the progress visibly moves.
        if results[number] == nil { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1)) }
        return (results.removeValue(forKey: number), doneCount, self.steps)
      }
      if let result { return try result.get() }
      try look(done, steps)
    }
  }

  /// The result of a job; `nil` if it is not done.
  func resultSoFar(of number: Int) throws -> Done? {
    try condition.withLock { results.removeValue(forKey: number) }?.get()
  }

  // MARK: Threads

  private func work(_ makeWorker: () -> Worker) {
    repeat {
      guard work(with: makeWorker()) else { return }
    } while waitForMore()
  }

  /// Does the remaining jobs. `false` if the system has no process for this worker: it would fail every
  /// remaining job at once, so it leaves them to the other workers.
  private func work(with worker: Worker) -> Bool {
    while let number = take() {
      let result = Result {
        try worker(number) { [self] steps in condition.withLock { self.steps = steps } }
      }
      if case .failure(CommandFailure.noProcess) = result, retire(handingBack: number) {
        return false
      }
      post(result, of: number)
    }
    return true
  }

  private func take() -> Int? {
    condition.withLock {
      guard !isClosed, let number = handedBack.popLast() ?? left.popFirst() else { return nil }
      taken += 1
      return number
    }
  }

  private func post(_ result: Result<Done, any Error>, of number: Int) {
    condition.withLock {
      results[number] = result
      taken -= 1
      doneCount += 1
      condition.broadcast()
    }
  }

  /// Waits until a job is handed back. `false` when none can come any more.
  private func waitForMore() -> Bool {
    condition.withLock {
      while !isClosed, handedBack.isEmpty, taken > 0 { condition.wait() }
      return !isClosed && !handedBack.isEmpty
    }
  }

  /// Leaves a job to the other threads. `false` if there are none.
  private func retire(handingBack number: Int) -> Bool {
    condition.withLock {
      guard threadCount > 1 else { return false }
      threadCount -= 1
      taken -= 1
      handedBack.append(number)
      condition.broadcast()
      return true
    }
  }
}
