/// Visits each store once, after the stores that it depends on.
///
/// Registration uses it to order stores. A class, because visits nest: a handler that waits makes other
/// stores handle the action, and these may wait too.
final class DependencyOrder {
  /// Each store depends on the next one, and the last is the first again.
  struct Cycle: Error {
    let stores: [String]
  }

  // Unchecked, because it is read around each handler.
  @exclusivity(unchecked) private var visited: Set<ObjectIdentifier> = []
  /// From the store of the outermost visit to the dependency that is being visited.
  private(set) var path: [any AnyStore] = []

  var isEmpty: Bool { visited.isEmpty }

  func contains(_ store: any AnyStore) -> Bool { visited.contains(ObjectIdentifier(store)) }

  func removeAll() { visited.removeAll(keepingCapacity: true) }

  /// Runs `body` with `store` as the origin of its visits, unless a visit is under way.
  func visiting(from store: any AnyStore, _ body: () -> Void) {
    guard path.isEmpty else { return body() }
    path.append(store)
    body()
    path.removeLast()
  }

  /// Calls `body` with `store`, after its dependencies. Skips stores that were visited, and those for which
  /// `isLeftOut` holds.
  func visit(
    _ store: any AnyStore, unless isLeftOut: (any AnyStore) -> Bool, _ body: (any AnyStore) -> Void
  ) throws(Cycle) {
    guard !contains(store), !isLeftOut(store) else { return }
    if let start = path.firstIndex(where: { $0 === store }) {
      throw Cycle(stores: (path[start...] + [store]).map(\.name))
    }
    path.append(store)
    defer { path.removeLast() }
    for dependency in (store as? any ErasedStore)?.dependencies ?? [] {
      try visit(dependency, unless: isLeftOut, body)
    }
    body(store)
    visited.insert(ObjectIdentifier(store))
  }
}
