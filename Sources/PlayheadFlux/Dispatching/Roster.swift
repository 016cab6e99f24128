/// The stores of a dispatcher, and what makes one more, or one less, cheap however many there are.
struct Roster {
  private var stores = Registry<any HandlingStore>()
  private var names: Set<String> = []
  /// How often each store is named as a dependency.
  private var uses: [ObjectIdentifier: Int] = [:]
  /// Whether each comes after the stores that it depends on, and all of these are there.
  private var isOrdered = true

  /// No stores.
  init() {}

  /// The stores of a log, which need not have all dependencies that they have now.
  init(replaying stores: [any HandlingStore]) {
    for store in stores { append(store) }
    isOrdered = false
  }

  /// In the order in which they handle an action.
  mutating func all() -> [any HandlingStore] { stores.all() }

  func contains(_ store: any AnyStore) -> Bool { stores.contains(ObjectIdentifier(store)) }

  /// Adds stores in the order that ``RunOrder`` gives all of them; if it throws, none.
  mutating func add(_ added: [any HandlingStore]) throws(RegistrationError) {
    guard isOrdered else {
      var ordered = Roster()
      try ordered.add(all() + added)
      self = ordered
      return
    }
    var taken: Set<String> = []
    for store in added where names.contains(store.name) || !taken.insert(store.name).inserted {
      throw .duplicateName(store.name)
    }
    for store in try RunOrder(added, after: stores).stores { append(store) }
  }

  /// Removes stores that no other runs after; if it throws, none.
  mutating func remove(_ leaving: [any AnyStore]) throws(RegistrationError) {
    for store in leaving where !contains(store) { throw .notRegistered(store.name) }
    let keys = Set(leaving.map { ObjectIdentifier($0) })
    // Those that leave need each other no longer.
    var leavers = Roster()
    for key in keys {
      if let store = stores[key] { leavers.append(store) }
    }
    for store in leaving where uses(of: store) > leavers.uses(of: store) {
      throw .stillNeeded(
        store: store.name, dependents: dependents(of: store, besides: keys).map(\.name))
    }
    for key in keys { remove(key) }
  }

  private mutating func append(_ store: any HandlingStore) {
    stores.append(store, as: ObjectIdentifier(store))
    names.insert(store.name)
    for dependency in store.dependencies { uses[ObjectIdentifier(dependency), default: 0] += 1 }
  }

  private mutating func remove(_ key: ObjectIdentifier) {
    guard let store = stores.remove(key) else { return }
    names.remove(store.name)
    for dependency in store.dependencies { release(ObjectIdentifier(dependency)) }
  }

  /// Notes that one store less depends on the one under `key`, which may be none of these.
  private mutating func release(_ key: ObjectIdentifier) {
    let others = uses[key, default: 1] - 1
    uses[key] = others > 0 ? others : nil
  }

  private func uses(of store: any AnyStore) -> Int { uses[ObjectIdentifier(store), default: 0] }

  private mutating func dependents(
    of store: any AnyStore, besides leaving: Set<ObjectIdentifier>
  ) -> [any HandlingStore] {
    all().filter { other in
      !leaving.contains(ObjectIdentifier(other)) && other.dependencies.contains { $0 === store }
    }
  }
}
