import Synchronization

/// What waits for the gap between two actions.
final class Interludes: Sendable {
  private let bodies = Guarded<[@Sendable () -> Void]>([])
  private let isWaiting = Atomic(false)

  /// Whether there is one; cheap, as it is asked around every action.
  var isEmpty: Bool { !isWaiting.load(ordering: .acquiring) }

  func add(_ body: @escaping @Sendable () -> Void) {
    bodies.withLock {
      $0.append(body)
      isWaiting.store(true, ordering: .releasing)
    }
  }

  /// Takes all of them, in order.
  func takeAll() -> [@Sendable () -> Void] {
    bodies.withLock { bodies in
      defer { bodies = [] }
      isWaiting.store(false, ordering: .releasing)
      return bodies
    }
  }
}
