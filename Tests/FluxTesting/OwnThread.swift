import Foundation

/// Does `work` on a thread of its own and gives what it gives.
///
/// For everything that waits for tasks with its thread asleep: a test runs on a thread of the pool that
/// tasks need, of which there are as many as cores, and as many such tests would wait for ever.
@discardableResult
package func onOwnThread<Value, Failure: Error>(
  _ work: @escaping () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let work = Handed(work)
  let result = await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(returning: Handed(Result(catching: work.content)))
    }
  }
  return try result.content.get()
}

/// What one thread hands to another, and does not touch any more: who waits is asleep meanwhile.
private struct Handed<Content>: @unchecked Sendable {
  let content: Content

  init(_ content: Content) { self.content = content }
}
