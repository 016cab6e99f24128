/// The stores of a dispatcher, in the order in which they handle an action.
struct StoreRegistry {
  private(set) var stores: [any ErasedStore] = []

  /// No stores.
  init() {}

  /// The stores of a log, which may lack some of their current dependencies.
  init(replaying stores: [any ErasedStore]) {
    // A cycle can only come from dependencies that the recorded app did not have.
    self.stores = (try? Self.inOrder(stores)) ?? stores
  }

  func contains(_ store: any AnyStore) -> Bool { stores.contains { $0 === store } }

  /// Adds stores, each after its dependencies. Adds none if it throws.
  mutating func add(_ added: [any ErasedStore]) throws(RegistrationError) {
    let all = stores + added
    var names: Set<String> = []
    for store in all where !names.insert(store.name).inserted { throw .duplicateName(store.name) }
    let known = Set(all.map { ObjectIdentifier($0) })
    for store in all {
      let unknown = store.dependencies.first { !known.contains(ObjectIdentifier($0)) }
      if let unknown {
        throw .unregisteredDependency(store: store.name, dependency: unknown.name)
      }
    }
    stores = try Self.inOrder(all)
  }

  /// Removes stores that no other store runs after. Removes none if it throws.
  mutating func remove(_ leaving: [any AnyStore]) throws(RegistrationError) {
    for store in leaving where !contains(store) { throw .notRegistered(store.name) }
    let rest = stores.filter { store in !leaving.contains { $0 === store } }
    for store in leaving {
      let dependents = rest.filter { $0.dependencies.contains { $0 === store } }
      if !dependents.isEmpty {
        throw .stillNeeded(store: store.name, dependents: dependents.map(\.name))
      }
    }
    stores = rest
  }

  /// `given` in order, except that each follows those of its dependencies that are in `given`.
  private static func inOrder(
    _ given: [any ErasedStore]
  ) throws(RegistrationError) -> [any ErasedStore] {
    let candidates = Dictionary(given.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
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
