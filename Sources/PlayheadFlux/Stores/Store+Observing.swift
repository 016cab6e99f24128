import Observation

extension Store {
  /// Calls `body` at once with the current state, and then after each action that changed it, when
  /// all stores have handled the action.
  ///
  /// Calls of one `body` never overlap and come in the order of the actions. An action that is
  /// handled while `observe` starts may be told twice, never not at all. `body` runs where actions
  /// are handled, the first time on the calling thread; what it dispatches is handled after the
  /// current action.
  ///
  /// - Returns: A token: it ends the calls when it is cancelled or let go.
  public func observe(_ body: @escaping @Sendable (State) -> Void) -> SubscriptionToken {
    observe(ObserverQueue(body))
  }

  /// Calls `body` on the main actor with the current state, and then after each action that changed it.
  ///
  /// ```swift
  /// let showing = filters.observeOnMainActor { state in label.text = "\(state)" }
  /// ```
  ///
  /// Actions that are handled on the main actor, as with ``Dispatcher/Executor/mainActor``, are told while they
  /// are handled, others soon afterwards. A call under way aside, none comes after the token was cancelled.
  ///
  /// - Returns: A token: it ends the calls when it is cancelled or let go.
  public func observeOnMainActor(
    _ body: @escaping @MainActor @Sendable (State) -> Void
  ) -> SubscriptionToken {
    observe(
      ObserverQueue(onMainActor: true) { state in MainActor.assumeIsolated { body(state) } })
  }

  /// Calls `body` at once with the current state, and then after each action that changed it, for as
  /// long as `owner` lives.
  ///
  /// The owner is held weakly: when it is gone, so is its observation, without a token to keep; what
  /// `body` holds besides goes with the next change. See ``observe(_:)`` for when and where it runs.
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

  /// Calls `body` at once with a part of the state, and then whenever the part is another than
  /// before.
  ///
  /// ```swift
  /// let enabling = filters.observe(\.isFiltering) { clearButton.isEnabled = $0 }
  /// ```
  ///
  /// - Returns: A token: it ends the calls when it is cancelled or let go.
  public func observe<Part: Equatable & Sendable>(
    _ part: @escaping @Sendable (State) -> Part, _ body: @escaping @Sendable (Part) -> Void
  ) -> SubscriptionToken {
    let last = Guarded<Part?>(nil)
    return observe { state in
      let now = part(state)
      if last.replace(now) != now { body(now) }
    }
  }

  /// Calls `body` at once with a part of the state, and then whenever the part is another than
  /// before, for as long as `owner` lives.
  public func observe<Part: Equatable & Sendable, Owner: AnyObject & Sendable>(
    _ part: @escaping @Sendable (State) -> Part, with owner: Owner,
    _ body: @escaping @Sendable (Owner, Part) -> Void
  ) {
    observe(part, isNews: { $0 != $1 }, with: owner, onMainActor: false, body)
  }

  /// Calls `body` on the main actor with a part of the state, and then whenever the part is another than
  /// before, for as long as `owner` lives: for views.
  public func observeOnMainActor<Part: Equatable & Sendable, Owner: AnyObject & Sendable>(
    _ part: @escaping @Sendable (State) -> Part, with owner: Owner,
    _ body: @escaping @MainActor @Sendable (Owner, Part) -> Void
  ) {
    observe(part, isNews: { $0 != $1 }, with: owner, onMainActor: true) { owner, part in
      MainActor.assumeIsolated { body(owner, part) }
    }
  }

  /// The current state, and then those that actions leave behind, as far as the buffer goes.
  ///
  /// None is left out by default: states wait until they are taken. A slow reader that needs only the
  /// last one says `states(buffering: .bufferingNewest(1))`. The stream ends when its reader does, or the
  /// store.
  public func states(
    buffering policy: AsyncStream<State>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: policy)
    let end = StreamEnd(continuation)
    let subscription = observe { end.continuation.yield($0) }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }

  private func observe(_ queue: ObserverQueue<State>) -> SubscriptionToken {
    observers.add(queue)
    queue.deliver { untracked }
    // Weak, so that the store alone keeps its observers: a stream's token lives in the stream.
    return SubscriptionToken { [weak observers, weak queue] in
      guard let queue else { return }
      queue.close()
      observers?.remove(queue)
    }
  }

  private func observe<Part: Sendable, Owner: AnyObject & Sendable>(
    _ part: @escaping @Sendable (State) -> Part,
    isNews: @escaping @Sendable (Part?, Part) -> Bool, with owner: Owner, onMainActor: Bool,
    _ body: @escaping @Sendable (Owner, Part) -> Void
  ) {
    let last = Guarded<Part?>(nil)
    let subscription = OwnedSubscription()
    subscription.keep(
      observe(
        ObserverQueue(onMainActor: onMainActor) { [weak owner] state in
          guard let owner else { return subscription.end() }
          let now = part(state)
          if isNews(last.replace(now), now) { body(owner, now) }
        }))
  }
}

/// Ends a stream when nothing is left that could add to it.
private final class StreamEnd<State: Sendable>: Sendable {
  let continuation: AsyncStream<State>.Continuation

  init(_ continuation: AsyncStream<State>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}
