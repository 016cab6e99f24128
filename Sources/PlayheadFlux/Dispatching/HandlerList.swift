/// The stores that take one type of action, in order.
final class HandlerList {
  let type: ObjectIdentifier
  let handlers: [StoreHandler]
  /// The handlers of stores that have a `settle` function, with that function.
  private let settling: [(handler: StoreHandler, settle: @Sendable () -> Void)]
  private let indices: [Int]
  private let stores: [any ErasedStore]
  // Only asked for when an action makes stores wait for others.
  private lazy var handlersByStore = Dictionary(
    uniqueKeysWithValues: handlers.map { (ObjectIdentifier($0.store), $0) })

  init(for type: any Action.Type, of stores: [any ErasedStore]) {
    self.type = ObjectIdentifier(type)
    self.stores = stores
    handlers = stores.enumerated().compactMap { index, store in
      store.handler(of: type, at: index)
    }
    indices = handlers.map(\.index)
    settling = handlers.compactMap { handler in handler.store.settle.map { (handler, $0) } }
  }

  /// The handler of `store`, if it takes the type.
  func handler(of store: any AnyStore) -> StoreHandler? { handlersByStore[ObjectIdentifier(store)] }

  /// Whether the dispatcher has `store`, whether or not the store takes the type.
  func includes(_ store: any AnyStore) -> Bool {
    handler(of: store) != nil || stores.contains { $0 === store }
  }

  /// Calls the `settle` functions of the stores that the last action changed.
  func settle() {
    for (handler, settle) in settling where handler.changed { settle() }
  }

  /// The indices of the stores that the last action changed. Usually all: then the list takes no memory.
  var changed: [Int] {
    for handler in handlers where !handler.changed {
      return handlers.filter(\.changed).map(\.index)
    }
    return indices
  }
}

/// A store's handler for one action type. A class with a subclass per state type, because a method call costs
/// less than a nested closure.
package class StoreHandler {
  /// The store's index among the dispatcher's.
  final let index: Int
  final let store: any ErasedStore
  /// Whether the last action changed the store.
  final var changed = false

  init(index: Int, store: any ErasedStore) {
    self.index = index
    self.store = store
  }

  /// Handles an action of the type. Returns whether the store changed.
  func handle(_ action: any Action, _ context: Context) -> Bool { false }

  /// Calls the store's own observers with its new state. Returns whether the store has joint observers.
  func notifyObservers() -> Bool { false }
}

/// The handler lists made so far.
struct HandlerLists {
  private var all: [ObjectIdentifier: HandlerList] = [:]
  // Saves the dictionary's hash, which takes 20 ns. 16 slots hold the frequent types; a collision costs one
  // dictionary lookup.
  private var recent = [HandlerList?](repeating: nil, count: 16)

  /// The list for actions of `type`, if its slot holds it.
  func recent(_ type: any Action.Type) -> HandlerList? {
    let key = ObjectIdentifier(type)
    let list = recent[slot(of: key)]
    return list?.type == key ? list : nil
  }

  /// The list for actions of `type`, made on first use.
  mutating func list(for type: any Action.Type, make: () -> HandlerList) -> HandlerList {
    let key = ObjectIdentifier(type)
    let list = all[key] ?? make()
    all[key] = list
    recent[slot(of: key)] = list
    return list
  }

  // Type descriptors are tens of bytes long, so the lowest bits carry no information.
  private func slot(of key: ObjectIdentifier) -> Int {
    Int((UInt(bitPattern: key) >> 5) % 16)
  }
}
