package import PlayheadFlux

/// Reads the storage after the app is unlocked, and writes it after each change.
///
/// Does not use a task, so that every visible change is stored. The list of logins is small.
package final class StorageAccess: Middleware {
  private let lock: LockStore
  private let items: ItemStore
  /// Makes the storage for a path, or for memory. Opens nothing until the storage is used.
  private let storage: @Sendable (_ path: String?) -> any LoginStorage
  /// The items in the storage when it was last read or written. Other items there are not overwritten.
  private let seen = Locked<[LoginItem]>([])

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
    case is Lock:
      seen.withLock { $0 = [] }
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
      let items = try storage.items()
      seen.withLock { $0 = items }
      dispatcher.dispatch(ItemsLoaded(items: items), cause: cause)
    }
  }

  private func save(for dispatcher: Dispatcher, cause: Turn?) {
    // A storage that could not be read is not overwritten.
    guard items.state.isLoaded else { return }
    let new = items.state.items
    reporting(to: dispatcher, cause) { storage in
      try storage.save(new, inPlaceOf: seen.value)
      seen.withLock { $0 = new }
    }
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
