import Foundation

/// A value that one thread at a time can use.
///
/// Not `Synchronization.Mutex`, for which the thread sanitizer reports false races on Linux.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var content: Value

  /// A value to share.
  package init(_ content: sending Value) { self.content = content }

  /// Locks the value, and runs `body` with it.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&content)
  }
}

extension Locked where Value: Sendable {
  /// A copy of the value.
  package var value: Value { withLock { $0 } }
}
