extension Dispatcher {
  /// Adds `stores` to the dispatcher.
  ///
  /// Stores run in the order of registration, except that each runs after its dependencies. You can register
  /// stores at any time: now, or, while an action is being handled, directly after it. You can register a
  /// store again after you unregister it.
  ///
  /// - Throws: ``RegistrationError``; then none of `stores` is registered.
  public func register(_ stores: any AnyStore...) throws { try register(stores) }

  /// Adds `stores` to the dispatcher.
  ///
  /// - Throws: ``RegistrationError``; then none of `stores` is registered.
  public func register(_ stores: [any AnyStore]) throws {
    try changeStores { present in
      let added = try stores.map(handling)
      for store in added where present.contains(store) || belongsToAnother(store) {
        throw RegistrationError.alreadyRegistered(store.name)
      }
      try present.add(added)
      bind(added)
    }
  }

  /// Removes `stores` from the dispatcher: now, or, while an action is being handled, directly after it.
  ///
  /// They keep their states, which no longer change, and their observers. You can register them again.
  ///
  /// - Throws: ``RegistrationError``, for example if another store runs after one of them; then none of
  ///   `stores` is unregistered.
  public func unregister(_ stores: any AnyStore...) throws { try unregister(stores) }

  package func unregister(_ stores: [any AnyStore]) throws {
    try changeStores { try $0.remove(stores) }
  }

  /// The stores in the order in which they run: during an action, those that handle it.
  package var stores: [any ErasedStore] { withState { $0.stores } }

  /// The action types of the registered stores, without duplicates, ordered by store and then by handler.
  package var actionTypes: [any Action.Type] {
    withState { unique($0.stores.flatMap(\.actionTypes)) }
  }

  /// Calls `tap` around each action: from now on, or, while an action is being handled, directly after it. A
  /// tap that is attached already keeps its place.
  package func attach(_ tap: any Tap) {
    betweenActions { [self] in
      state.add(tap)
      tap.didAttach(to: self, after: state.turn)
    }
  }

  /// Stops calling `tap`: now, or, while an action is being handled, directly after it.
  package func detach(_ tap: any Tap) {
    betweenActions { [self] in state.remove(tap) }
  }

  /// Makes `stores` handle the actions that are applied from now on, in this order, except that each runs
  /// after its dependencies. Taps learn of the change before the next live action.
  package func replay(with stores: [any ErasedStore]) {
    withState { state in
      bind(stores)
      let next = StoreRegistry(replaying: stores)
      guard !next.stores.elementsEqual(state.stores, by: { $0 === $1 }) else { return }
      let isFirst = state.tapsKnowStores
      state.setStores(next)
      if isFirst { deferredWork.add { [weak self] in self?.activateNextStores() } }
    }
  }

  private func belongsToAnother(_ store: any ErasedStore) -> Bool {
    store.dispatchLock.withLock { $0 != nil && $0 !== dispatchLock }
  }

  /// Makes the stores this dispatcher's.
  private func bind(_ stores: [any ErasedStore]) {
    for store in stores { store.dispatchLock.withLock { $0 = dispatchLock } }
  }

  private func handling(_ store: any AnyStore) throws -> any ErasedStore {
    guard let store = store as? any ErasedStore else {
      throw RegistrationError.notAStore(name: store.name, type: "\(type(of: store))")
    }
    return store
  }

  // MARK: Changes

  /// Applies `change` to the stores: now, or directly after the current action.
  ///
  /// Does nothing in a replay: the log has what an observer registers.
  private func changeStores(_ change: (inout StoreRegistry) throws -> Void) throws {
    try exclusively {
      if case .replaying = state.phase { return }
      let isFirst = state.nextStores == nil
      try state.changeStores(change)
      if state.isIdle { return activateNextStores() }
      if isFirst { deferredWork.add { [weak self] in self?.activateNextStores() } }
    }
  }

  /// Makes the next stores current, and calls the taps if the stores have changed since their last call.
  func activateNextStores() {
    state.activateNextStores()
    guard !state.tapsKnowStores else { return }
    state.tapsKnowStores = true
    for tap in state.taps { tap.didChangeStores(of: self, after: state.turn) }
  }
}
