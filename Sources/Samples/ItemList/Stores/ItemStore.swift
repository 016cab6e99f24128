package import Foundation
package import PlayheadFlux

/// The items, while they may be shown.
package struct Logins: Codable, Sendable, Equatable {
  /// All items, in the order in which they were added.
  package internal(set) var items: [LoginItem] = []
  /// The path of the storage file; `nil` for memory.
  package internal(set) var path: String?
  /// Whether the storage was read, so that it may be written.
  package internal(set) var isLoaded = false
  /// Why the last attempt to read or write the storage failed.
  package internal(set) var problem: String?

  /// Whether some changes are not stored yet.
  package var hasUnsavedChanges: Bool { isLoaded && problem != nil }

  /// No items, as while locked.
  package init(items: [LoginItem] = []) { self.items = items }

  /// The item with this ID.
  package subscript(id: UUID) -> LoginItem? { items.first { $0.id == id } }
}

/// The items, while they may be shown: a wrapper around the storage.
package typealias ItemStore = Store<Logins>

extension ItemStore {
  /// A store that is empty until the storage is read, and again when it is locked.
  ///
  /// - Parameters:
  ///   - lock: The store that says whether the items may be shown.
  ///   - fault: A mistake to make, for exercises.
  package static func items(after lock: LockStore, _ fault: ItemListFault? = nil) -> ItemStore {
    let store = ItemStore("items", Logins(), after: [lock])
    store.handleStorage(lockedBy: lock, fault)
    store.handleChanges(fault)
    return store
  }

  private func handleStorage(lockedBy lock: LockStore, _ fault: ItemListFault?) {
    on(ItemsLoaded.self) { logins, action, context in
      guard lock.state.phase == .unlocked else { return context.leaveUnchanged() }
      let items = fault == .shuffledLogins ? action.items.withoutDuplicates : action.items
      logins.change(context) { $0.load(items) }
    }
    on(StorageFailed.self) { logins, action, context in
      logins.change(context) { $0.problem = action.reason }
    }
    on(UseStorage.self) { logins, action, context in
      logins.change(context) { $0.forget(exceptFor: action.path) }
    }
    on(Lock.self) { logins, _, context in
      logins.change(context) { $0.forget(exceptFor: $0.path) }
    }
  }

  private func handleChanges(_ fault: ItemListFault?) {
    on(AddItem.self) { logins, action, context in
      guard logins.isLoaded else { return context.leaveUnchanged() }
      if fault == .secondIdentity { _ = context.uuid() }
      let id = fault == .ownIdentities ? UUID() : context.uuid()
      let item = LoginItem(action, id: id, now: context.now)
      logins.keep { $0.append(item) }
    }
    on(EditItem.self) { logins, action, context in
      logins.change(action.id, context) { $0.edit(action) }
    }
    on(CopyConfirmed.self) { logins, action, context in
      let now = fault == .ownClock ? Date() : context.now
      logins.change(action.id, context) { $0.lastUsed = now }
    }
    on(DeleteItem.self) { logins, action, context in
      guard let index = logins.index(of: action.id) else { return context.leaveUnchanged() }
      logins.keep { $0.remove(at: index) }
    }
  }
}

extension Logins {
  fileprivate mutating func load(_ items: [LoginItem]) {
    self.items = items
    isLoaded = true
    problem = nil
  }

  fileprivate mutating func forget(exceptFor path: String?) {
    self = Logins()
    self.path = path
  }

  /// Changes the logins, or calls `leaveUnchanged()` if nothing changed.
  fileprivate mutating func change(_ context: Context, _ change: (inout Logins) -> Void) {
    let before = self
    change(&self)
    guard self == before else { return }
    // Restores the old value, because strings are equal if they only look the same.
    self = before
    context.leaveUnchanged()
  }

  /// Changes the items. The storage is written next, so its last problem is over or comes up again.
  fileprivate mutating func keep(_ change: (inout [LoginItem]) -> Void) {
    change(&items)
    problem = nil
  }

  fileprivate func index(of id: UUID) -> Int? { items.firstIndex { $0.id == id } }

  fileprivate mutating func change(
    _ id: UUID, _ context: Context, _ change: (inout LoginItem) -> Void
  ) {
    guard let index = index(of: id) else { return context.leaveUnchanged() }
    let old = items[index]
    change(&items[index])
    guard items[index] == old else { return problem = nil }
    // Restores the old value, because strings are equal if they only look the same.
    items[index] = old
    context.leaveUnchanged()
  }
}

extension LoginItem {
  fileprivate init(_ action: AddItem, id: UUID, now: Date) {
    self.init(
      id: id, hostname: action.hostname, username: action.username, password: action.password,
      notes: action.notes, lastUsed: now)
  }

  fileprivate mutating func edit(_ action: EditItem) {
    hostname = action.hostname ?? hostname
    username = action.username ?? username
    password = action.password ?? password
    notes = action.notes ?? notes
  }
}

extension [LoginItem] {
  /// The mistake: the array gets the order of a dictionary.
  fileprivate var withoutDuplicates: [LoginItem] {
    Array(Dictionary(map { ($0.id, $0) }) { $1 }.values)
  }
}
