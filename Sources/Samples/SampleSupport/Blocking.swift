import Dispatch

/// Blocks the thread until `work` is done, for terminals, which perform one line after the other.
package func blocking(_ work: @escaping @Sendable () async -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task {
    await work()
    done.signal()
  }
  done.wait()
}
