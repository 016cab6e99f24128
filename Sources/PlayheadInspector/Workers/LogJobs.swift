import Foundation

/// Work on several logs at once, on threads that each have a worker. The caller takes the results one by one.
package final class LogJobs<Answer>: @unchecked Sendable {
  /// Works on the log at a path, and reports how many of its steps are done.
  package typealias Worker = (_ path: String, _ onSteps: @escaping (UInt64) -> Void) throws ->
    Answer

  /// How many results of a list without an end wait for the caller, for each worker.
  private static var ahead: Int { 16 }

  private let nextPath: () -> String?
  /// Held while a thread takes a path, which may wait for input.
  private let taking = NSLock()
  private let condition = NSCondition()
  private let threads = DispatchGroup()
  private var workers: [Worker]
  /// How many paths the threads have taken, and of how many the caller has the results.
  private var (begun, taken) = (0, 0)
  /// The most paths that are taken before the caller has the results.
  private let most: Int
  private var isAtEnd = false
  /// The results that the caller has not taken yet.
  private var results: [Int: Result<Answer, any Error>] = [:]
  private var doneCount = 0
  private var steps: UInt64 = 0

  /// Starts to work on `paths` with at most `most` workers, or as many as can be made. Throws if none can.
  package convenience init(
    _ paths: [String], workers most: Int, _ makeWorker: () throws -> Worker
  ) throws {
    var left = paths[...]
    try self.init({ left.popFirst() }, workers: min(most, paths.count), ahead: .max, makeWorker)
  }

  /// The same for a list that is read as the work goes on, in memory for a few of its logs.
  package convenience init(
    reading nextPath: @escaping () -> String?, workers most: Int, _ makeWorker: () throws -> Worker
  ) throws {
    try self.init(nextPath, workers: most, ahead: Self.ahead * most, makeWorker)
  }

  private init(
    _ nextPath: @escaping () -> String?, workers most: Int, ahead: Int,
    _ makeWorker: () throws -> Worker
  ) throws {
    (self.nextPath, self.most) = (nextPath, ahead)
    workers = [try makeWorker()]
    while workers.count < most, let next = try? makeWorker() { workers.append(next) }
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
    condition.withLock {
      isAtEnd = true
      condition.broadcast()
    }
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

  /// Waits for the next result in the order of the list; nil after the last one. Calls `look` regularly.
  package func next(_ look: () throws -> Void) throws -> Result<Answer, any Error>? {
    while true {
      let (result, isOver) = condition.withLock {
        if results[taken] == nil, !(isAtEnd && taken == begun) {
          _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1))
        }
        guard let result = results.removeValue(forKey: taken) else {
          return (nil as Result<Answer, any Error>?, isAtEnd && taken == begun)
        }
        taken += 1
        condition.broadcast()
        return (result, false)
      }
      if result != nil || isOver { return result }
      try look()
    }
  }

  package func resultSoFar(of number: Int) throws -> Answer? {
    try condition.withLock { results.removeValue(forKey: number) }?.get()
  }

  /// The next path and its number; nil after the last one. Waits until the caller has taken enough results.
  private func take() -> (path: String, number: Int)? {
    taking.withLock {
      condition.withLock {
        while !isAtEnd, begun - taken >= most { condition.wait() }
      }
      guard !condition.withLock({ isAtEnd }), let path = nextPath() else {
        condition.withLock {
          isAtEnd = true
          condition.broadcast()
        }
        return nil
      }
      return condition.withLock {
        begun += 1
        return (path, begun - 1)
      }
    }
  }

  private func work() {
    // Its processes end with the last reference.
    guard let worker = condition.withLock({ workers.popLast() }) else { return }
    while let (path, number) = take() {
      let result = Result {
        try worker(path) { [self] steps in condition.withLock { self.steps = steps } }
      }
      condition.withLock {
        results[number] = result
        doneCount += 1
        condition.broadcast()
      }
    }
  }
}
