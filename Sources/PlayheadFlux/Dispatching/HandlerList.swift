/// The stores that take one type of action, in order.
final class HandlerList {
  let type: ObjectIdentifier
  let handlers: [StoreHandler]
  /// The handlers of stores that something has to follow, with that.
  private let settling: [(handler: StoreHandler, settle: @Sendable () -> Void)]
  private let indices: [Int]
  private let stores: [any ErasedStore]
  // Only an action in which stores wait for others asks for them one by one.
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

  /// Whether `store` is one of the dispatcher's, whether or not it takes the type.
  func includes(_ store: any AnyStore) -> Bool {
    handler(of: store) != nil || stores.contains { $0 === store }
  }

  /// Calls what has to follow the stores that the last action changed.
  func settle() {
    for (handler, settle) in settling where handler.changed { settle() }
  }

  /// The indices of the stores that the last action changed. Mostly all of them, and then the list costs no memory.
  var changed: [Int] {
    for handler in handlers where !handler.changed {
      return handlers.filter(\.changed).map(\.index)
    }
    return indices
  }
}

/// What one store does with a type of action. A class with a subclass per type of state: calling a method costs less than a
/// nested closure.
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

  /// Handles an action of the type; the result says whether the store changed.
  func handle(_ action: any Action, _ context: Context) -> Bool { false }

  /// Calls the store's own observers with its new state; the result says whether it has joint ones, too.
  func tellObservers() -> Bool { false }

  /// Calls the store's joint observers with what `pass` left behind.
  func tellJointObservers(after pass: UInt64) {}
}

/// The lists that have been needed so far.
struct HandlerLists {
  private var all: [ObjectIdentifier: HandlerList] = [:]
  // In front of the dictionary, whose hash takes 20 ns. 16 slots hold the frequent types; a collision only costs the
  // dictionary.
  private var recent = [HandlerList?](repeating: nil, count: 16)

  /// The list of actions of `type`, if one was needed before and has its slot in front.
  func recent(_ type: any Action.Type) -> HandlerList? {
    let key = ObjectIdentifier(type)
    let list = recent[slot(of: key)]
    return list?.type == key ? list : nil
  }

  /// The list of actions of `type`, which is made at the first.
  mutating func list(for type: any Action.Type, make: () -> HandlerList) -> HandlerList {
    let key = ObjectIdentifier(type)
    let list = all[key] ?? make()
    all[key] = list
    recent[slot(of: key)] = list
    return list
  }

  // Type descriptors are some tens of bytes long: the lowest bits say nothing.
  private func slot(of key: ObjectIdentifier) -> Int {
    Int((UInt(bitPattern: key) >> 5) % 16)
  }
}
