/// Keeps the items for as long as the app runs.
package final class MemoryStorage: LoginStorage {
  private let kept: Locked<[LoginItem]>

  /// A storage that has `items`.
  package init(_ items: [LoginItem] = LoginItem.examples) { kept = Locked(items) }

  /// All items that it has.
  package func items() -> [LoginItem] { kept.value }

  /// Keeps `items` in place of all that it has, which nobody else can have changed.
  package func save(_ items: [LoginItem], inPlaceOf old: [LoginItem]) {
    kept.withLock { $0 = items }
  }
}
