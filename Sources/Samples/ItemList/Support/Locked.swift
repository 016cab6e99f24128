import Foundation

/// A value that one thread at a time can use: `SampleSupport` has the same, and presenters do without
/// what belongs to terminals.
///
/// Not `Synchronization.Mutex`, in which the thread sanitizer reports races on Linux that are none.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var content: Value

  init(_ content: sending Value) { self.content = content }

  /// Uses the value while nobody else does.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&content)
  }
}

extension Locked where Value: Sendable {
  /// A copy of the value.
  var value: Value { withLock { $0 } }
}
