extension Dispatcher {
  /// Makes `stores` take part in handling actions, from the next action on.
  ///
  /// They run in the order of registration, except that each runs after the stores that it
  /// depends on. Positions in ``stores`` stay what they are when more stores are registered.
  ///
  /// - Throws: ``RegistrationError``; none of `stores` is registered then.
  public func register(_ stores: any AnyStore...) throws { try register(stores) }

  /// Makes `stores` take part in handling actions, from the next action on.
  ///
  /// - Throws: ``RegistrationError``; none of `stores` is registered then.
  public func register(_ stores: [any AnyStore]) throws {
    try alone { stage in
      let added = try stores.map(handling)
      for store in added where store.isSealed {
        throw RegistrationError.alreadyRegistered(store.name)
      }
      try requireDistinctNames(stage.stores + added)
      let order = try RunOrder(stage.stores + added)
      for store in added { store.seal() }
      stage.setStores(order.stores)
    }
  }

  /// The stores in the order in which they run.
  public var stores: [any AnyStore] { alone { $0.stores } }

  /// All types of action that registered stores take, in a stable order, each once: by store, and
  /// within a store by handler.
  public var actionTypes: [any Action.Type] {
    alone { unique($0.stores.flatMap(\.actionTypes)) }
  }

  /// Calls `tap` around each action from now on: it attaches at once, or, while an action is being
  /// handled, directly after it.
  public func attach(_ tap: any Tap) {
    betweenActions { [self] in
      stage.taps.append(tap)
      tap.didAttach(to: self, after: stage.turn)
    }
  }

  /// Stops calling `tap`: at once, or, while an action is being handled, directly after it.
  public func detach(_ tap: any Tap) {
    betweenActions { [self] in
      stage.taps.removeAll { $0 === tap }
    }
  }

  private func handling(_ store: any AnyStore) throws -> any HandlingStore {
    guard let store = store as? any HandlingStore else {
      throw RegistrationError.notAStore(name: store.name, type: "\(type(of: store))")
    }
    return store
  }

  private func requireDistinctNames(_ stores: [any HandlingStore]) throws {
    var seen: Set<String> = []
    for store in stores where !seen.insert(store.name).inserted {
      throw RegistrationError.duplicateName(store.name)
    }
  }
}
