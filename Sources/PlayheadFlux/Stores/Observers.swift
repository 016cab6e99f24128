import Synchronization

/// The observers of one store, of one kind.
final class Observers<Observer: AnyObject & Sendable>: Sendable {
  private let registry = Guarded(Registry<Observer>())
  private let count = Atomic(0)

  /// Cheaper than to ask the list: most stores of most apps have no observer.
  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  func add(_ observer: Observer) {
    registry.withLock {
      $0.append(observer, as: ObjectIdentifier(observer))
      count.store($0.count, ordering: .releasing)
    }
  }

  func remove(_ observer: Observer) {
    registry.withLock {
      $0.remove(ObjectIdentifier(observer))
      count.store($0.count, ordering: .releasing)
    }
  }

  /// Calls `body` with those that there are now, in the order in which they came.
  func forEach(_ body: (Observer) -> Void) {
    for observer in registry.withLock({ $0.all() }) { body(observer) }
  }
}
