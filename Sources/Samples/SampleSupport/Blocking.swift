import Dispatch

/// Waits, with the thread asleep, until `work` is done: for the lines of a terminal, which are
/// performed one after the other.
package func blocking(_ work: @escaping @Sendable () async -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task {
    await work()
    done.signal()
  }
  done.wait()
}
