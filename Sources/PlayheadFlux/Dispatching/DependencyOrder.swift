/// Visits stores, each once, and before it those that it depends on.
///
/// Registration puts stores in order with it. A handler that waits has other stores handle the action with it,
/// which may wait themselves: hence a class, as a visit may begin within another.
final class DependencyOrder {
  /// Each of the stores depends on the next one, and the last is the first again.
  struct Cycle: Error {
    let stores: [String]
  }

  // Without exclusivity checks: it is looked at around each handler.
  @exclusivity(unchecked) private var visited: Set<ObjectIdentifier> = []
  /// From the store whose visit began first to the dependency that is being visited.
  private(set) var path: [any AnyStore] = []

  /// Whether no store was visited.
  var isEmpty: Bool { visited.isEmpty }

  func contains(_ store: any AnyStore) -> Bool { visited.contains(ObjectIdentifier(store)) }

  func removeAll() { visited.removeAll(keepingCapacity: true) }

  /// Lets `body` begin visits that `store` waits for, if none is under way.
  func visiting(from store: any AnyStore, _ body: () -> Void) {
    guard path.isEmpty else { return body() }
    path.append(store)
    body()
    path.removeLast()
  }

  /// Calls `body` with `store`, after those that it depends on, as far as they were not visited and
  /// `isLeftOut` does not hold.
  func visit(
    _ store: any AnyStore, unless isLeftOut: (any AnyStore) -> Bool, _ body: (any AnyStore) -> Void
  ) throws(Cycle) {
    guard !contains(store), !isLeftOut(store) else { return }
    if let start = path.firstIndex(where: { $0 === store }) {
      throw Cycle(stores: (path[start...] + [store]).map(\.name))
    }
    path.append(store)
    for dependency in (store as? any ErasedStore)?.dependencies ?? [] {
      try visit(dependency, unless: isLeftOut, body)
    }
    body(store)
    path.removeLast()
    visited.insert(ObjectIdentifier(store))
  }
}
