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

  package func unregister(_ stores: [any AnyStore]) throws {
    try changeStores { try $0.remove(stores) }
  }

  /// The stores in the order in which they run. While an action is being handled, those that handle
  /// it.
  package var stores: [any ErasedStore] { withState { $0.stores } }

  /// All types of action that registered stores take, in a stable order, each once: by store, and
  /// within a store by handler.
  package var actionTypes: [any Action.Type] {
    withState { unique($0.stores.flatMap(\.actionTypes)) }
  }

  /// Calls `tap` around each action from now on: it attaches at once, or, while an action is being
  /// handled, directly after it. One that is attached already stays where it is, and is called once per
  /// action.
  package func attach(_ tap: any Tap) {
    betweenActions { [self] in
      state.add(tap)
      tap.didAttach(to: self, after: state.turn)
    }
  }

  /// Stops calling `tap`: at once, or, while an action is being handled, directly after it.
  package func detach(_ tap: any Tap) {
    betweenActions { [self] in state.remove(tap) }
  }

  private func handling(_ store: any AnyStore) throws -> any ErasedStore {
    guard let store = store as? any ErasedStore else {
      throw RegistrationError.notAStore(name: store.name, type: "\(type(of: store))")
    }
    return store
  }

  // MARK: Changes

  /// Lets `change` work on the stores as they will be, and makes it so: directly after the action that
  /// is being handled, or at once.
  ///
  /// On replay nothing happens: what an observer registers is in the log already.
  private func changeStores(_ change: (inout StoreRegistry) throws -> Void) throws {
    try exclusively {
      if case .replaying = state.phase { return }
      let isFirst = state.nextStores == nil
      if state.isIdle, isFirst, state.tapNotice != .delivering {
        // In place: a copy would cost each of many changes all stores.
        try state.changeStores(change)
        state.tapNotice = .pending
      } else {
        try state.changeNextStores(change)
      }
      if state.isIdle { return takeNextStores() }
      if isFirst { deferredWork.add { [weak self] in self?.takeNextStores() } }
    }
  }

  /// Makes the next stores the present ones, and calls the taps. What a tap changes meanwhile follows when all
  /// taps have been called, so that each sees one change after the other.
  func takeNextStores() {
    guard state.tapNotice != .delivering else { return }
    while state.takeNextStores() || state.tapNotice == .pending {
      state.tapNotice = .delivering
      for tap in state.taps { tap.didChangeStores(of: self, after: state.turn) }
      state.tapNotice = .delivered
    }
  }
}
