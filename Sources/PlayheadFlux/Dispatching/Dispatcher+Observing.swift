extension Dispatcher {
  // MARK: Actions

  /// Calls `body` with every action from now on, after all stores have handled it: for telemetry and the
  /// like.
  ///
  /// ```swift
  /// let telemetry = dispatcher.listen { action, _ in counts.add(type(of: action).actionName) }
  /// ```
  ///
  /// `body` runs where actions are handled. Actions that it dispatches are handled after the current one. A
  /// listener that is added while an action is being handled starts with the next one. A replay does not call
  /// listeners.
  ///
  /// - Returns: A token, which ends the calls when you cancel or release it.
  public func listen(_ body: @escaping @Sendable (any Action, Turn) -> Void) -> SubscriptionToken {
    let listener = Listener(body)
    attach(listener)
    return SubscriptionToken { [weak self] in
      listener.close()
      self?.detachSoon(listener)
    }
  }

  /// Calls `body` with every action of one type from now on, after all stores have handled it.
  ///
  /// - Returns: A token, which ends the calls when you cancel or release it.
  public func listen<A: Action>(
    to type: A.Type, _ body: @escaping @Sendable (A, Turn) -> Void
  ) -> SubscriptionToken {
    listen { action, turn in
      if let action = action as? A { body(action, turn) }
    }
  }

  /// Stops calling `tap` after the current action, or before the next. Does not wait for other threads,
  /// because a token may be released anywhere.
  private func detachSoon(_ tap: any Tap) {
    deferredWork.add { [weak self] in self?.state.remove(tap) }
  }

  // MARK: States

  /// Calls `body` now with the states of several stores, and then once per action that changed one or more of
  /// them, after all stores have handled the action.
  ///
  /// ```swift
  /// let showing = dispatcher.observe(cart, prices) { cart, prices in
  ///   let amounts = cart.items.map { sku, quantity in quantity * prices[sku, default: 0] }
  ///   label.text = "Total: \(amounts.reduce(0, +))"
  /// }
  /// ```
  ///
  /// `body` never sees a state between the changes that one action makes to several stores. It is called
  /// after the observers of single stores. If you call this in a handler, the first call waits for the end of
  /// the action. Restoring one of the stores also calls `body`.
  ///
  /// `body` runs where actions are handled, the first time on the calling thread. Its calls never overlap.
  /// The observation holds the stores weakly, and ends when one of them is released.
  ///
  /// - Returns: A token, which ends the calls when you cancel or release it.
  public func observe<each State: Codable & Sendable>(
    _ store: repeat Store<each State>, body: @escaping @Sendable (repeat each State) -> Void
  ) -> SubscriptionToken {
    observe(repeat each store, onMainActor: false, body)
  }

  /// Calls `body` now with the states of several stores, and then once per action that changed one or more of
  /// them, for as long as `owner` lives.
  ///
  /// The observation holds the owner weakly and ends with it: there is no token to keep.
  public func observe<each State: Codable & Sendable, Owner: AnyObject & Sendable>(
    _ store: repeat Store<each State>, with owner: Owner,
    body: @escaping @Sendable (Owner, repeat each State) -> Void
  ) {
    keep(repeat each store, with: owner, onMainActor: false, body)
  }

  /// Calls `body` on the main actor with the states of several stores, and then once per action that changed
  /// one or more of them, for as long as `owner` lives: for views.
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
    let token = Guarded<SubscriptionToken?>(nil)
    let new = observe(repeat each store, onMainActor: onMainActor) {
      [weak owner] (state: repeat each State) in
      guard let owner else { return token.end() }
      body(owner, repeat each state)
    }
    token.withLock { $0 = new }
  }

  private func observe<each State: Codable & Sendable>(
    _ store: repeat Store<each State>, onMainActor: Bool,
    _ body: @escaping @Sendable (repeat each State) -> Void
  ) -> SubscriptionToken {
    let weakStores = (repeat WeakStore(store: each store))
    let observer = Observer(onMainActor: onMainActor) {
      guard let states = try? (repeat (each weakStores).state()) else { return {} }
      return { body(repeat each states) }
    }
    var lists: [Observers] = []
    repeat lists.append((each store).jointObservers)
    let notifyFirst = withState { state in
      for list in lists { list.add(observer) }
      return state.begin(observer)
    }
    // Without the dispatch lock: actions that it dispatches go the usual way.
    notifyFirst?()
    return SubscriptionToken(observer, in: lists)
  }
}

private struct WeakStore<State: Codable & Sendable>: Sendable {
  struct IsGone: Error {}

  weak var store: Store<State>?

  func state() throws -> State {
    guard let store else { throw IsGone() }
    return store.untracked
  }
}

/// The tap of ``Dispatcher/listen(_:)``.
///
/// Unchecked because the dispatcher calls its taps one at a time.
private final class Listener: Tap, @unchecked Sendable {
  /// A structure: each read of a generic value that holds a function directly wraps the function again, so
  /// that it would grow with every action.
  private struct Body {
    let call: @Sendable (any Action, Turn) -> Void
  }

  private let body: Guarded<Body?>
  private var current: (any Action)?

  init(_ body: @escaping @Sendable (any Action, Turn) -> Void) {
    self.body = Guarded(Body(call: body))
  }

  func close() {
    // Released outside the lock, because that may release whatever the body holds.
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
