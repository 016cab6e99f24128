import Foundation

/// A clock that stands still until the gate is open: who sleeps, sleeps until then.
///
/// Unchecked because a lock, which the compiler does not see, keeps accesses apart.
final class Gate: @unchecked Sendable {
  private let lock = NSLock()
  private var isOpen = false
  private var count = 0
  private var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]

  /// Lets everybody through while `body` runs.
  func open(_ body: () throws -> Void) rethrows {
    for sleeper in setOpen(true) { sleeper.resume() }
    defer { _ = setOpen(false) }
    try body()
  }

  @Sendable func sleep(_ duration: Duration) async throws {
    let number = lock.withLock {
      count += 1
      return count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { enter($0, number) }
    } onCancel: {
      lock.withLock { sleepers.removeValue(forKey: number) }?.resume(throwing: CancellationError())
    }
  }

  private func enter(_ sleeper: CheckedContinuation<Void, any Error>, _ number: Int) {
    let result: Result<Void, any Error>? = lock.withLock {
      if Task.isCancelled { return .failure(CancellationError()) }
      if isOpen { return .success(()) }
      sleepers[number] = sleeper
      return nil
    }
    if let result { sleeper.resume(with: result) }
  }

  private func setOpen(_ open: Bool) -> [CheckedContinuation<Void, any Error>] {
    lock.withLock {
      isOpen = open
      guard open else { return [] }
      defer { sleepers = [:] }
      return sleepers.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}
