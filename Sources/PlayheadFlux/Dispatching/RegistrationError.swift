/// Why stores cannot be registered. None of the stores in the same call is then.
public enum RegistrationError: Error, Hashable, Sendable {
  /// Two stores are called `name`.
  case duplicateName(String)
  /// Each of the stores runs after the next one, and the last is the first again.
  case cycle([String])
  /// `store` runs after `dependency`, which is not registered.
  case unregisteredDependency(store: String, dependency: String)
  /// The store belongs to another dispatcher, or was registered before.
  case alreadyRegistered(String)
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
    case .notAStore(let name, let type):
      "'\(name)' is a \(type); only a Store can be registered"
    }
  }
}
