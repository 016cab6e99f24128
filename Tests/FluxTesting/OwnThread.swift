import Foundation

/// Does `work` on a thread of its own and gives what it gives.
///
/// For everything that waits for tasks with its thread asleep: a test runs on a thread of the pool that
/// tasks need, of which there are as many as cores, and as many such tests would wait for ever. The work stays a part of
/// the test's task, so an expectation that fails in it counts for that test.
@discardableResult
package func onOwnThread<Value, Failure: Error>(
  _ work: () throws(Failure) -> Value
) async throws(Failure) -> Value {
  try await withTaskExecutorPreference(OwnThread()) { () async throws(Failure) -> Value in
    try work()
  }
}

/// Gives each part of a task a thread of its own.
private final class OwnThread: TaskExecutor {
  /// How many run at once. Where hundreds did, each with processes of its own, time limits were not kept; and Foundation's
  /// `Process.run` reads beyond the list of open files where they are more than 1,300.
  private static let places = DispatchSemaphore(value: 16)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { [self] in
      Self.places.wait()
      defer { Self.places.signal() }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
