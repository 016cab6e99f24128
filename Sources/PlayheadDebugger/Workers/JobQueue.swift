import Foundation

/// What several threads that work on logs share with the one that tells of it, which waits meanwhile.
final class JobQueue<Done>: @unchecked Sendable {
  private let condition = NSCondition()
  /// What nobody has taken yet, and what was handed back.
  private var left: Range<Int>
  private var handedBack: [Int] = []
  /// How many are taken, and not done.
  private var taken = 0
  /// Who takes them.
  private var workers: Int
  private var isClosed = false
  /// What nobody has asked for yet.
  private var results: [Int: Result<Done, any Error>] = [:]
  private var done = 0
  private var steps: UInt64 = 0

  /// A queue for so many logs and workers.
  init(_ count: Int, workers: Int) {
    (left, self.workers) = (0..<count, workers)
  }

  /// The number of a log that nobody has taken, or that was handed back; nil if there is none.
  func take() -> Int? {
    condition.withLock {
      guard !isClosed, let number = handedBack.popLast() ?? left.popFirst() else { return nil }
      taken += 1
      return number
    }
  }

  /// Waits as long as others have logs, which they may hand back; whether there is one to take then.
  func waitForMore() -> Bool {
    condition.withLock {
      while !isClosed, handedBack.isEmpty, taken > 0 { condition.wait() }
      return !isClosed && !handedBack.isEmpty
    }
  }

  /// Gives out no more logs.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  /// Leaves a log to the other workers, of whom there is one less from now on; false if there is no other.
  func retire(handingBack number: Int) -> Bool {
    condition.withLock {
      guard workers > 1 else { return false }
      workers -= 1
      taken -= 1
      handedBack.append(number)
      condition.broadcast()
      return true
    }
  }

  /// Hands in what became of a log.
  func post(_ result: Result<Done, any Error>, of number: Int) {
    condition.withLock {
      results[number] = result
      taken -= 1
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
