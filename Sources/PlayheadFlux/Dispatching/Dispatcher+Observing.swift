extension Dispatcher {
  // MARK: Actions

  /// Calls `body` with every action from now on, when all stores have handled it: for telemetry and
  /// other things that are no business of a store.
  ///
  /// ```swift
  /// let telemetry = dispatcher.listen { action, _ in counts.add(type(of: action).actionName) }
  /// ```
  ///
  /// It runs where actions are handled; what it dispatches is handled after the current action. A
  /// listener that comes while an action is being handled hears from the next on. On replay it is
  /// not called: nothing happens again that happened once.
  ///
  /// - Returns: A token: it ends the calls when it is cancelled or let go.
  public func listen(_ body: @escaping @Sendable (any Action, Turn) -> Void) -> SubscriptionToken {
    let listener = Listener(body)
    attach(listener)
    return SubscriptionToken { [weak self] in
      listener.close()
      self?.detachSoon(listener)
    }
  }

  /// Calls `body` with every action of one type from now on, when all stores have handled it.
  ///
  /// - Returns: A token: it ends the calls when it is cancelled or let go.
  public func listen<A: Action>(
    to type: A.Type, _ body: @escaping @Sendable (A, Turn) -> Void
  ) -> SubscriptionToken {
    listen { action, turn in
      if let action = action as? A { body(action, turn) }
    }
  }

  /// Stops calling `tap` after the current action, or before the next: without waiting for other
  /// threads, as a token may be let go anywhere.
  private func detachSoon(_ tap: any Tap) {
    deferredWork.add { [weak self] in self?.state.remove(tap) }
  }

  // MARK: States

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
  ) -> SubscriptionToken {
    observe(repeat each store, onMainActor: false, body)
  }

  /// Calls `body` at once with the states of several stores, and then once per action that changed at
  /// least one of them, for as long as `owner` lives.
  ///
  /// The owner is held weakly: when it is gone, so is its observation, without a token to keep.
  public func observe<each State: Codable & Sendable, Owner: AnyObject & Sendable>(
    _ store: repeat Store<each State>, with owner: Owner,
    body: @escaping @Sendable (Owner, repeat each State) -> Void
  ) {
    keep(repeat each store, with: owner, onMainActor: false, body)
  }

  /// Calls `body` on the main actor with the states of several stores, and then once per action that changed at
  /// least one of them, for as long as `owner` lives: for views.
  public func observeOnMainActor<each State: Codable & Sendable, Owner: AnyObject & Sendable>(
    _ store: repeat Store<each State>, with owner: Owner,
    body: @escaping @MainActor @Sendable (Owner, repeat each State) -> Void
  ) {
    keep(repeat each store, with: owner, onMainActor: true) {
      (owner: Owner, state: repeat each State) in
      MainActor.assumeIsolated { body(owner, repeat each state) }
    }
  }

  private func keep<each State: Codable & Sendable, Owner: AnyObject & Sendable>(
    _ store: repeat Store<each State>, with owner: Owner, onMainActor: Bool,
    _ body: @escaping @Sendable (Owner, repeat each State) -> Void
  ) {
    let subscription = OwnedSubscription()
    subscription.keep(
      observe(repeat each store, onMainActor: onMainActor) {
        [weak owner] (state: repeat each State) in
        guard let owner else { return subscription.end() }
        body(owner, repeat each state)
      })
  }

  private func observe<each State: Codable & Sendable>(
    _ store: repeat Store<each State>, onMainActor: Bool,
    _ body: @escaping @Sendable (repeat each State) -> Void
  ) -> SubscriptionToken {
    let weakStores = (repeat WeakStore(store: each store))
    let observer = JointObserver(onMainActor: onMainActor) {
      guard let states = try? (repeat (each weakStores).state()) else { return {} }
      return { body(repeat each states) }
    }
    var lists: [Observers<JointObserver>] = []
    repeat lists.append((each store).jointObservers)
    begin(observer, in: lists)
    let removals = lists.map { list in
      { @Sendable [weak list] (observer: JointObserver) in list?.remove(observer) ?? () }
    }
    return SubscriptionToken { [weak observer] in
      guard let observer else { return }
      observer.close()
      for remove in removals { remove(observer) }
    }
  }

  private func begin(_ observer: JointObserver, in lists: [Observers<JointObserver>]) {
    let tellFirst = withState { state in
      for list in lists { list.add(observer) }
      return state.begin(observer)
    }
    // Without the dispatch lock: what it dispatches goes the usual way.
    tellFirst?()
  }
}

private struct WeakStore<State: Codable & Sendable>: Sendable {
  struct IsGone: Error {}

  weak let store: Store<State>?

  func state() throws -> State {
    guard let store else { throw IsGone() }
    return store.untracked
  }
}

/// The tap behind ``Dispatcher/listen(_:)``.
///
/// Unchecked because the dispatcher calls its taps one at a time.
private final class Listener: Tap, @unchecked Sendable {
  /// A structure, because a function that a generic value holds by itself is put into another one
  /// each time it is read and back, and so grows with every action.
  private struct Body {
    let call: @Sendable (any Action, Turn) -> Void
  }

  private let body: Guarded<Body?>
  private var current: (any Action)?

  init(_ body: @escaping @Sendable (any Action, Turn) -> Void) {
    self.body = Guarded(Body(call: body))
  }

  func close() {
    // Let go outside the lock: that may end whatever the body holds.
    _ = body.replace(nil)
  }

  func didAttach(to dispatcher: Dispatcher, after turn: Turn) {}

  func willHandle(_ action: any Action, turn: Turn, cause: Turn?) { current = action }

  func didHandle(turn: Turn, outcome: Outcome) {
    guard let action = current else { return }
    current = nil
    body.withLock { $0 }?.call(action, turn)
  }
}
