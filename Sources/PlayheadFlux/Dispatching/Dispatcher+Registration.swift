extension Dispatcher {
  /// Makes `stores` take part in handling actions.
  ///
  /// They run in the order of registration, except that each runs after the stores that it depends
  /// on. Stores may come at any time: while an action is being handled, they take part directly after
  /// it, and otherwise at once. One that was unregistered may come back.
  ///
  /// - Throws: ``RegistrationError``; none of `stores` is registered then.
  public func register(_ stores: any AnyStore...) throws { try register(stores) }

  /// Makes `stores` take part in handling actions.
  ///
  /// - Throws: ``RegistrationError``; none of `stores` is registered then.
  public func register(_ stores: [any AnyStore]) throws {
    try changeStores { present in
      let added = try stores.map(handling)
      for store in added where !store.canJoin(self) || present.contains(store) {
        throw RegistrationError.alreadyRegistered(store.name)
      }
      try present.add(added)
      for store in added { store.seal(for: self) }
    }
  }

  /// Makes `stores` take part in handling actions no longer.
  ///
  /// While an action is being handled, they go directly after it, and otherwise at once. They keep
  /// their states, which do not change any more, and their observers, and may be registered again.
  ///
  /// - Throws: ``RegistrationError``, for instance if another store runs after one of them; none of
  ///   `stores` is unregistered then.
  public func unregister(_ stores: any AnyStore...) throws { try unregister(stores) }

  /// Makes `stores` take part in handling actions no longer.
  ///
  /// - Throws: ``RegistrationError``; none of `stores` is unregistered then.
  public func unregister(_ stores: [any AnyStore]) throws {
    try changeStores { try $0.remove(stores) }
  }

  /// The stores in the order in which they run. While an action is being handled, those that handle
  /// it.
  public var stores: [any AnyStore] { alone { $0.stores } }

  /// All types of action that registered stores take, in a stable order, each once: by store, and
  /// within a store by handler.
  public var actionTypes: [any Action.Type] {
    alone { unique($0.stores.flatMap(\.actionTypes)) }
  }

  /// Calls `tap` around each action from now on: it attaches at once, or, while an action is being
  /// handled, directly after it. One that is attached already keeps its place, and is called once per
  /// action.
  public func attach(_ tap: any Tap) {
    betweenActions { [self] in
      stage.add(tap)
      tap.didAttach(to: self, after: stage.turn)
    }
  }

  /// Stops calling `tap`: at once, or, while an action is being handled, directly after it.
  public func detach(_ tap: any Tap) {
    betweenActions { [self] in stage.remove(tap) }
  }

  private func handling(_ store: any AnyStore) throws -> any HandlingStore {
    guard let store = store as? any HandlingStore else {
      throw RegistrationError.notAStore(name: store.name, type: "\(type(of: store))")
    }
    return store
  }
}
