import Observation

extension Store {
  /// Calls `body` now with the current state, and then after each action that changed it, when all stores
  /// have handled the action.
  ///
  /// Calls of one `body` never overlap and come in the order of the actions. You may get the state of an
  /// action that is handled while `observe` starts twice, but you never miss it. `body` runs where actions
  /// are handled, the first time on the calling thread. Actions that it dispatches are handled after the
  /// current one.
  ///
  /// - Returns: A token, which ends the calls when you cancel or release it.
  public func observe(_ body: @escaping @Sendable (State) -> Void) -> SubscriptionToken {
    observe(onMainActor: false, body)
  }

  /// Calls `body` on the main actor with the current state, and then after each action that changed it.
  ///
  /// ```swift
  /// let showing = filters.observeOnMainActor { state in label.text = "\(state)" }
  /// ```
  ///
  /// For actions on the main actor, as with ``Dispatcher/Executor/mainActor``, the call comes during the
  /// action, for others soon after it. After you cancel the token, no new call begins.
  ///
  /// - Returns: A token, which ends the calls when you cancel or release it.
  public func observeOnMainActor(
    _ body: @escaping @MainActor @Sendable (State) -> Void
  ) -> SubscriptionToken {
    observe(onMainActor: true) { state in MainActor.assumeIsolated { body(state) } }
  }

  /// Calls `body` now with the current state, and then after each action that changed it, for as long as
  /// `owner` lives.
  ///
  /// The observation holds the owner weakly and ends with it: there is no token to keep. Other objects that
  /// `body` holds are released at the next change. See ``observe(_:)`` for when and where `body` runs.
  public func observe<Owner: AnyObject & Sendable>(
    with owner: Owner, _ body: @escaping @Sendable (Owner, State) -> Void
  ) {
    observe({ $0 }, isNews: { _, _ in true }, with: owner, onMainActor: false, body)
  }

  /// Calls `body` on the main actor with the current state, and then after each action that changed it, for
  /// as long as `owner` lives: for views.
  public func observeOnMainActor<Owner: AnyObject & Sendable>(
    with owner: Owner, _ body: @escaping @MainActor @Sendable (Owner, State) -> Void
  ) {
    observe({ $0 }, isNews: { _, _ in true }, with: owner, onMainActor: true) { owner, state in
      MainActor.assumeIsolated { body(owner, state) }
    }
  }

  /// Calls `body` now with a part of the state, and then whenever the part has changed.
  ///
  /// ```swift
  /// let enabling = filters.observe(\.isFiltering) { clearButton.isEnabled = $0 }
  /// ```
  ///
  /// - Returns: A token, which ends the calls when you cancel or release it.
  public func observe<Part: Equatable & Sendable>(
    _ part: @escaping @Sendable (State) -> Part, _ body: @escaping @Sendable (Part) -> Void
  ) -> SubscriptionToken {
    let last = Guarded<Part?>(nil)
    return observe { state in
      let now = part(state)
      if last.replace(now) != now { body(now) }
    }
  }

  /// Calls `body` now with a part of the state, and then whenever the part has changed, for as long as
  /// `owner` lives.
  public func observe<Part: Equatable & Sendable, Owner: AnyObject & Sendable>(
    _ part: @escaping @Sendable (State) -> Part, with owner: Owner,
    _ body: @escaping @Sendable (Owner, Part) -> Void
  ) {
    observe(part, isNews: { $0 != $1 }, with: owner, onMainActor: false, body)
  }

  /// Calls `body` on the main actor with a part of the state, and then whenever the part has changed, for as
  /// long as `owner` lives: for views.
  public func observeOnMainActor<Part: Equatable & Sendable, Owner: AnyObject & Sendable>(
    _ part: @escaping @Sendable (State) -> Part, with owner: Owner,
    _ body: @escaping @MainActor @Sendable (Owner, Part) -> Void
  ) {
    observe(part, isNews: { $0 != $1 }, with: owner, onMainActor: true) { owner, part in
      MainActor.assumeIsolated { body(owner, part) }
    }
  }

  /// The current state, and then the state after each action that changed it.
  ///
  /// By default the stream buffers every state until you read it. If you need only the latest, call
  /// `states(buffering: .bufferingNewest(1))`. The stream ends with its reader or its store.
  public func states(
    buffering policy: AsyncStream<State>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: policy)
    let end = StreamEnd(continuation)
    let subscription = observe { end.continuation.yield($0) }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }

  private func observe(
    onMainActor: Bool, _ body: @escaping @Sendable (State) -> Void
  ) -> SubscriptionToken {
    let observer = Observer(onMainActor: onMainActor) { [weak self] in
      guard let state = self?.untracked else { return {} }
      return { body(state) }
    }
    observers.add(observer)
    observer.notify()
    return SubscriptionToken(observer, in: [observers])
  }

  private func observe<Part: Sendable, Owner: AnyObject & Sendable>(
    _ part: @escaping @Sendable (State) -> Part,
    isNews: @escaping @Sendable (Part?, Part) -> Bool, with owner: Owner, onMainActor: Bool,
    _ body: @escaping @Sendable (Owner, Part) -> Void
  ) {
    let last = Guarded<Part?>(nil)
    let token = Guarded<SubscriptionToken?>(nil)
    let new = observe(onMainActor: onMainActor) { [weak owner] state in
      guard let owner else { return token.end() }
      let now = part(state)
      if isNews(last.replace(now), now) { body(owner, now) }
    }
    token.withLock { $0 = new }
  }
}

/// Ends a stream when nothing is left that can add to it.
private final class StreamEnd<State: Sendable>: Sendable {
  let continuation: AsyncStream<State>.Continuation

  init(_ continuation: AsyncStream<State>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}
