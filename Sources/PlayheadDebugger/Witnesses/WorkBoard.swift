import Foundation

/// What several threads that work on logs share with the one that tells of it, which waits meanwhile.
final class WorkBoard<Done>: @unchecked Sendable {
  private let condition = NSCondition()
  private var next = 0
  /// What nobody has asked for yet.
  private var results: [Int: Result<Done, any Error>] = [:]
  private let count: Int
  private var done = 0
  private var steps: UInt64 = 0

  /// A board for so many logs.
  init(_ count: Int) {
    self.count = count
  }

  /// The number of the next log that nobody has taken; nil if all are.
  func take() -> Int? {
    condition.withLock {
      guard next < count else { return nil }
      next += 1
      return next - 1
    }
  }

  /// Gives out no more logs.
  func close() { condition.withLock { next = count } }

  /// Hands in what became of a log.
  func post(_ result: Result<Done, any Error>, of number: Int) {
    condition.withLock {
      results[number] = result
      done += 1
      condition.broadcast()
    }
  }

  /// Tells how many steps of the present log are done.
  func tell(_ steps: UInt64) { condition.withLock { self.steps = steps } }

  /// Hands out what became of a log; nil if it is not done.
  func resultSoFar(of number: Int) throws -> Done? {
    try condition.withLock { results.removeValue(forKey: number) }?.get()
  }

  /// Waits for what becomes of a log, and hands it out; tells `look` now and then how many logs and steps are done.
  func result(of number: Int, _ look: (Int, UInt64) throws -> Void) throws -> Done {
    while true {
      let (result, done, steps) = condition.withLock {
        // A tenth of a second: progress is to be seen to move.
        if results[number] == nil { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1)) }
        return (results.removeValue(forKey: number), self.done, self.steps)
      }
      if let result { return try result.get() }
      try look(done, steps)
    }
  }
}
