extension Dispatcher {
  /// Calls `body` at once with the states of several stores, and then once per action that changed at
  /// least one of them, when all stores have handled it.
  ///
  /// ```swift
  /// let showing = dispatcher.observe(cart, prices) { cart, prices in
  ///   let amounts = cart.items.map { sku, quantity in quantity * prices[sku, default: 0] }
  ///   label.text = "Total: \(amounts.reduce(0, +))"
  /// }
  /// ```
  ///
  /// The states belong together: there is no call between the changes that one action makes to several
  /// stores. It comes after the calls of those who observe a single store. From within a handler the
  /// first call waits for the end of the action. Restoring one of the stores is a call as well.
  ///
  /// `body` runs where actions are handled, the first time on the calling thread; its calls never
  /// overlap. It holds the stores weakly, and calls end with the first that goes.
  ///
  /// - Returns: A token: it ends the calls when it is cancelled or let go.
  public func observe<each State: Codable & Sendable>(
    _ store: repeat Store<each State>, body: @escaping @Sendable (repeat each State) -> Void
  ) -> Subscription {
    let weakStores = (repeat WeakStore(store: each store))
    let observer = JointObserver {
      guard let states = try? (repeat (each weakStores).state()) else { return {} }
      return { body(repeat each states) }
    }
    var lists: [Observers<JointObserver>] = []
    repeat lists.append((each store).jointObservers)
    begin(observer, in: lists)
    let weakLists = lists.map(WeakList.init)
    return Subscription { [weak observer] in
      guard let observer else { return }
      observer.close()
      for list in weakLists { list.list?.remove(observer) }
    }
  }

  /// Calls `body` at once with the states of several stores, and then once per action that changed at
  /// least one of them, for as long as `owner` lives.
  ///
  /// The owner is held weakly: when it is gone, so is its observation, without a token to keep.
  public func observe<each State: Codable & Sendable, Owner: AnyObject & Sendable>(
    _ store: repeat Store<each State>, with owner: Owner,
    body: @escaping @Sendable (Owner, repeat each State) -> Void
  ) {
    let life = Lifeline()
    life.keep(
      observe(repeat each store) { [weak owner] (state: repeat each State) in
        guard let owner else { return life.end() }
        body(owner, repeat each state)
      })
  }

  private func begin(_ observer: JointObserver, in lists: [Observers<JointObserver>]) {
    let tellFirst = alone { stage in
      for list in lists { list.add(observer) }
      return stage.begin(observer)
    }
    // Without the baton: what it dispatches goes the usual way.
    tellFirst?()
  }
}

private struct WeakList {
  weak let list: Observers<JointObserver>?
}

private struct WeakStore<State: Codable & Sendable>: Sendable {
  struct IsGone: Error {}

  weak let store: Store<State>?

  func state() throws -> State {
    guard let store else { throw IsGone() }
    return store.untracked
  }
}
