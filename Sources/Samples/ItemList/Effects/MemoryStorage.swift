/// Stores the items while the app runs.
package final class MemoryStorage: LoginStorage {
  private let kept: Locked<[LoginItem]>

  /// A storage with `items`.
  package init(_ items: [LoginItem] = LoginItem.examples) { kept = Locked(items) }

  /// All stored items.
  package func items() -> [LoginItem] { kept.value }

  /// Stores `items`.
  package func save(_ items: [LoginItem]) { kept.withLock { $0 = items } }
}
