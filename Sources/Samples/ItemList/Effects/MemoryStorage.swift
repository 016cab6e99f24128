/// Stores the items while the app runs.
package final class MemoryStorage: LoginStorage {
  private let kept: Locked<[LoginItem]>

  /// A storage with `items`.
  package init(_ items: [LoginItem] = LoginItem.examples) { kept = Locked(items) }

  /// All stored items.
  package func items() -> [LoginItem] { kept.value }

  /// Stores `items`. No other session can have changed the old ones.
  package func save(_ items: [LoginItem], inPlaceOf old: [LoginItem]) {
    kept.withLock { $0 = items }
  }
}
