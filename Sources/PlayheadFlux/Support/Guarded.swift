/// A value that one thread at a time can use.
///
/// Used instead of `Synchronization.Mutex`, whose waiting half ThreadSanitizer does not see on
/// Linux: it reports races where there are none, and would hide the real ones among them.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  /// A value in its first state.
  package init(_ value: sending Value) { self.value = value }

  /// Lets `body` use the value; others wait.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Puts `new` in place of the value, which it returns.
  func replace(_ new: Value) -> Value where Value: Sendable {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}
