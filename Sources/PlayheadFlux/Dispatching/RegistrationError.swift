/// Why stores cannot be registered or unregistered. None of the stores in the same call is then.
public enum RegistrationError: Error, Hashable, Sendable {
  /// Two stores are called `name`.
  case duplicateName(String)
  /// Each of the stores runs after the next one, and the last is the first again.
  case cycle([String])
  /// `store` runs after `dependency`, which is not registered.
  case unregisteredDependency(store: String, dependency: String)
  /// The store belongs to another dispatcher, or is registered.
  case alreadyRegistered(String)
  /// The store is to be unregistered, and is not registered.
  case notRegistered(String)
  /// `store` is to be unregistered, and the stores `dependents` run after it.
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
      "store '\(name)' is not registered with this dispatcher, and so cannot be unregistered"
    case .stillNeeded(let name, let dependents):
      "store '\(name)' cannot be unregistered while others run after it: "
        + dependents.map { "'\($0)'" }.joined(separator: ", ")
        + "; unregister them in the same call, or first"
    case .notAStore(let name, let type):
      "'\(name)' is a \(type); only a Store can be registered"
    }
  }
}
