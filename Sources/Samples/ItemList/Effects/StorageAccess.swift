package import PlayheadFlux

/// Reads the storage after the app is unlocked, and writes it after each change.
///
/// Does not use a task, so that every visible change is stored. The list of logins is small.
package final class StorageAccess: Middleware {
  private let lock: LockStore
  private let items: ItemStore
  /// Makes the storage for a path, or for memory. Opens nothing until the storage is used.
  private let storage: @Sendable (_ path: String?) -> any LoginStorage

  /// Uses the storage for the path in `items`.
  package init(
    _ lock: LockStore, _ items: ItemStore,
    _ storage: @escaping @Sendable (_ path: String?) -> any LoginStorage
  ) {
    self.lock = lock
    self.items = items
    self.storage = storage
  }

  /// Lets the stores handle `action`, then reads or writes the storage if necessary.
  package func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    let wasUnlocked = lock.state.phase == .unlocked
    let before = items.state.items
    let turn = next(action)
    switch action {
    case is Unlocked where !wasUnlocked, is UseStorage where wasUnlocked:
      load(into: dispatcher, cause: turn)
    case is AddItem, is EditItem, is DeleteItem, is CopyConfirmed:
      if items.state.items != before { save(for: dispatcher, cause: turn) }
    default:
      break
    }
  }

  private func load(into dispatcher: Dispatcher, cause: Turn?) {
    // A late result has unlocked nothing.
    guard lock.state.phase == .unlocked else { return }
    reporting(to: dispatcher, cause) { storage in
      dispatcher.dispatch(ItemsLoaded(items: try storage.items()), cause: cause)
    }
  }

  private func save(for dispatcher: Dispatcher, cause: Turn?) {
    // A storage that could not be read is not overwritten.
    guard items.state.isLoaded else { return }
    reporting(to: dispatcher, cause) { try $0.save(items.state.items) }
  }

  private func reporting(
    to dispatcher: Dispatcher, _ cause: Turn?, _ work: (any LoginStorage) throws -> Void
  ) {
    do {
      try work(storage(items.state.path))
    } catch {
      dispatcher.dispatch(StorageFailed(reason: "\(error)"), cause: cause)
    }
  }
}
