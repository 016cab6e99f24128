import Foundation

/// Does `work` on a thread of its own and gives what it gives.
///
/// For everything that waits for tasks with its thread asleep: a test runs on a thread of the pool that
/// tasks need, of which there are as many as cores, and as many such tests would wait for ever.
package func onOwnThread<Result>(_ work: @escaping () throws -> Result) async throws -> Result {
  let errand = Errand(work: work)
  await withCheckedContinuation { continuation in
    Thread {
      errand.run()
      continuation.resume()
    }.start()
  }
  return try errand.end()
}

/// Used by one thread after the other: who waits for it, who does it, who waited for it.
private final class Errand<Result>: @unchecked Sendable {
  private struct NotDone: Error {}

  private let work: () throws -> Result
  private var result: Swift.Result<Result, any Error> = .failure(NotDone())

  init(work: @escaping () throws -> Result) { self.work = work }

  func run() { result = Swift.Result(catching: work) }

  func end() throws -> Result { try result.get() }
}
