/// The order in which stores handle an action: as given, but each after the ones it depends on.
struct RunOrder {
  private(set) var stores: [any HandlingStore] = []

  /// What becomes of dependencies that are not among the given stores.
  enum Others { case refused, ignored }

  private let others: Others
  /// Whose order is known: none of them depends on a store that is not among them.
  private let present: Registry<any HandlingStore>
  private let candidates: [ObjectIdentifier: any HandlingStore]
  private var placed: Set<ObjectIdentifier> = []
  /// The way from a store to the dependency that is being placed.
  private var path: [any AnyStore] = []

  /// Orders `given`, which come after `present`: the result is how all of them, ordered together,
  /// would end.
  init(
    _ given: [any HandlingStore], after present: Registry<any HandlingStore> = Registry(),
    others: Others = .refused
  ) throws(RegistrationError) {
    self.others = others
    self.present = present
    candidates = Dictionary(given.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
    for store in given { try place(store) }
  }

  private mutating func place(_ store: any HandlingStore) throws(RegistrationError) {
    guard !placed.contains(ObjectIdentifier(store)) else { return }
    if let start = path.firstIndex(where: { $0 === store }) {
      throw .cycle((path[start...] + [store]).map(\.name))
    }
    path.append(store)
    for dependency in store.dependencies { try place(dependency, before: store) }
    path.removeLast()
    placed.insert(ObjectIdentifier(store))
    stores.append(store)
  }

  private mutating func place(
    _ dependency: any AnyStore, before store: any AnyStore
  ) throws(RegistrationError) {
    if present.contains(ObjectIdentifier(dependency)) { return }
    guard let candidate = candidates[ObjectIdentifier(dependency)] else {
      if others == .ignored { return }
      throw .unregisteredDependency(store: store.name, dependency: dependency.name)
    }
    try place(candidate)
  }
}
