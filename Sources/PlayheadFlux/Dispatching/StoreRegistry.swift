/// The stores of a dispatcher. The cost of adding or removing one does not depend on their number.
struct StoreRegistry {
  /// How to treat dependencies that are not among the stores.
  enum UnknownDependencies { case refused, ignored }

  private var stores = Registry<any ErasedStore>()
  private var names: Set<String> = []
  /// The number of stores that depend on each store.
  private var uses: [ObjectIdentifier: Int] = [:]
  /// Whether each store comes after its dependencies, and these are all registered.
  private var isOrdered = true

  /// No stores.
  init() {}

  /// The stores of a log, which may lack some of their current dependencies.
  init(replaying stores: [any ErasedStore]) {
    for store in stores { append(store) }
    isOrdered = false
  }

  /// In the order in which they handle an action.
  mutating func all() -> [any ErasedStore] { stores.all() }

  func contains(_ store: any AnyStore) -> Bool { stores.contains(ObjectIdentifier(store)) }

  /// Adds stores, each after its dependencies. Adds none if it throws.
  mutating func add(_ added: [any ErasedStore]) throws(RegistrationError) {
    guard isOrdered else {
      var ordered = StoreRegistry()
      try ordered.add(all() + added)
      self = ordered
      return
    }
    var taken: Set<String> = []
    for store in added where names.contains(store.name) || !taken.insert(store.name).inserted {
      throw .duplicateName(store.name)
    }
    for store in try Self.inOrder(added, after: stores) { append(store) }
  }

  /// Removes stores that no other store runs after. Removes none if it throws.
  mutating func remove(_ leaving: [any AnyStore]) throws(RegistrationError) {
    for store in leaving where !contains(store) { throw .notRegistered(store.name) }
    let keys = Set(leaving.map { ObjectIdentifier($0) })
    // Dependencies among the leaving stores do not count.
    var leavers = StoreRegistry()
    for key in keys {
      if let store = stores[key] { leavers.append(store) }
    }
    for store in leaving where uses(of: store) > leavers.uses(of: store) {
      throw .stillNeeded(
        store: store.name, dependents: dependents(of: store, besides: keys).map(\.name))
    }
    for key in keys { remove(key) }
  }

  /// `given` in order, except that each follows its dependencies, which are in `given` or `present`.
  static func inOrder(
    _ given: [any ErasedStore], after present: Registry<any ErasedStore> = Registry(),
    unknown: UnknownDependencies = .refused
  ) throws(RegistrationError) -> [any ErasedStore] {
    let candidates = Dictionary(given.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
    if unknown == .refused {
      for store in given {
        for dependency in store.dependencies
        where candidates[ObjectIdentifier(dependency)] == nil
          && !present.contains(ObjectIdentifier(dependency))
        {
          throw .unregisteredDependency(store: store.name, dependency: dependency.name)
        }
      }
    }
    var ordered: [any ErasedStore] = []
    let order = DependencyOrder()
    do throws(DependencyOrder.Cycle) {
      for store in given {
        try order.visit(store, unless: { candidates[ObjectIdentifier($0)] == nil }) {
          if let next = candidates[ObjectIdentifier($0)] { ordered.append(next) }
        }
      }
    } catch {
      throw .cycle(error.stores)
    }
    return ordered
  }

  private mutating func append(_ store: any ErasedStore) {
    stores.append(store, as: ObjectIdentifier(store))
    names.insert(store.name)
    for dependency in store.dependencies { uses[ObjectIdentifier(dependency), default: 0] += 1 }
  }

  private mutating func remove(_ key: ObjectIdentifier) {
    guard let store = stores.remove(key) else { return }
    names.remove(store.name)
    for dependency in store.dependencies { release(ObjectIdentifier(dependency)) }
  }

  /// Notes that one store fewer depends on the store under `key`, which need not be registered.
  private mutating func release(_ key: ObjectIdentifier) {
    let others = uses[key, default: 1] - 1
    uses[key] = others > 0 ? others : nil
  }

  private func uses(of store: any AnyStore) -> Int { uses[ObjectIdentifier(store), default: 0] }

  private mutating func dependents(
    of store: any AnyStore, besides leaving: Set<ObjectIdentifier>
  ) -> [any ErasedStore] {
    all().filter { other in
      !leaving.contains(ObjectIdentifier(other)) && other.dependencies.contains { $0 === store }
    }
  }
}

/// Why stores cannot be registered or unregistered. No store of the call is then.
public enum RegistrationError: Error, Hashable, Sendable {
  /// Two stores are called `name`.
  case duplicateName(String)
  /// Each store runs after the next one, and the last is the first again.
  case cycle([String])
  /// `store` runs after `dependency`, which is not registered.
  case unregisteredDependency(store: String, dependency: String)
  /// The store belongs to another dispatcher, or is registered.
  case alreadyRegistered(String)
  /// The store to unregister is not registered.
  case notRegistered(String)
  /// `store` cannot be unregistered, because the stores `dependents` run after it.
  case stillNeeded(store: String, dependents: [String])
  /// The object is not a ``Store``.
  case notAStore(name: String, type: String)
}

extension RegistrationError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .duplicateName(let name):
      "two stores are called '\(name)'; give each store of a dispatcher a name of its own"
    case .cycle(let names):
      "stores wait for each other: \(names.joined(separator: " → "))"
    case .unregisteredDependency(let store, let dependency):
      "store '\(store)' runs after store '\(dependency)', which is not registered; register both "
        + "in one call, or '\(dependency)' first"
    case .alreadyRegistered(let name):
      "store '\(name)' is registered already; a store belongs to one dispatcher"
    case .notRegistered(let name):
      "store '\(name)' is not registered with this dispatcher, so it cannot be unregistered"
    case .stillNeeded(let name, let dependents):
      "store '\(name)' cannot be unregistered while others run after it: "
        + dependents.map { "'\($0)'" }.joined(separator: ", ")
        + "; unregister them in the same call, or first"
    case .notAStore(let name, let type):
      "'\(name)' is a \(type); only a Store can be registered"
    }
  }
}
