import Foundation

/// Work on several logs at once, on threads that each have a worker. The caller takes the results one by one.
package final class LogJobs<Answer>: @unchecked Sendable {
  /// Works on the log at a path, and reports how many of its steps are done.
  package typealias Worker = (_ path: String, _ onSteps: @escaping (UInt64) -> Void) throws ->
    Answer

  private let paths: [String]
  private let condition = NSCondition()
  private let threads = DispatchGroup()
  private var workers: [Worker]
  /// The logs that no thread has taken yet.
  private var left: Range<Int>
  /// The results that the caller has not taken yet.
  private var results: [Int: Result<Answer, any Error>] = [:]
  private var doneCount = 0
  private var steps: UInt64 = 0

  /// Starts to work on `paths` with at most `most` workers, or as many as can be made. Throws if none can.
  package init(_ paths: [String], workers most: Int, _ makeWorker: () throws -> Worker) throws {
    (self.paths, left) = (paths, paths.indices)
    workers = [try makeWorker()]
    while workers.count < min(most, paths.count), let next = try? makeWorker() {
      workers.append(next)
    }
    for _ in workers {
      threads.enter()
      Thread.detachNewThread { [self, threads] in
        work()
        threads.leave()
      }
    }
  }

  /// Begins no more work, and waits until all threads have ended, at most this long.
  package func end(within time: Duration = .zero) {
    condition.withLock { left = 0..<0 }
    _ = threads.wait(timeout: .now() + .milliseconds(Int(time / .milliseconds(1))))
  }

  /// Waits for the result about a log. `look` regularly gets the number of finished logs, and of finished
  /// steps of one log.
  package func result(of number: Int, _ look: (Int, UInt64) throws -> Void) throws -> Answer {
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

  package func resultSoFar(of number: Int) throws -> Answer? {
    try condition.withLock { results.removeValue(forKey: number) }?.get()
  }

  private func work() {
    // Its processes end with the last reference.
    guard let worker = condition.withLock({ workers.popLast() }) else { return }
    while let number = condition.withLock({ left.popFirst() }) {
      let result = Result {
        try worker(paths[number]) { [self] steps in condition.withLock { self.steps = steps } }
      }
      condition.withLock {
        results[number] = result
        doneCount += 1
        condition.broadcast()
      }
    }
  }
}
