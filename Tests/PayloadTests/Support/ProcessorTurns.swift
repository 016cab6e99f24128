import Foundation

/// Gives sessions that keep a pace the processor: what keeps it busy waits for them, and they wait for it. Beside a dozen busy
/// threads neither an app comes to its next action in time, nor its recorder to the disk.
enum ProcessorTurns {
  /// How many sessions keep a pace at once. Each is idle most of the time.
  private static let limit = 4

  private static let turns = NSCondition()
  nonisolated(unsafe) private static var (paced, busy, waiting) = (0, 0, 0)

  /// Calls `body`, which keeps a pace, while nothing is busy.
  static func paced<Value>(_ body: () throws -> Value) rethrows -> Value {
    turns.withLock {
      waiting += 1
      while busy > 0 || paced == limit { turns.wait() }
      (waiting, paced) = (waiting - 1, paced + 1)
    }
    defer { end { paced -= 1 } }
    return try body()
  }

  /// Calls `body`, which computes without a break, while nothing keeps a pace or is about to.
  static func busy<Value>(_ body: () throws -> Value) rethrows -> Value {
    turns.withLock {
      while paced + waiting > 0 { turns.wait() }
      busy += 1
    }
    defer { end { busy -= 1 } }
    return try body()
  }

  private static func end(_ note: () -> Void) {
    turns.withLock {
      note()
      turns.broadcast()
    }
  }
}
