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
  public func observe(_ body: @escaping @Sendable (State) -> Void) -> Subscription {
    let mailbox = Mailbox(body)
    observers.add(mailbox)
    mailbox.deliver { untracked }
    // Weak, so that the store alone keeps its observers: a stream's token lives in the stream.
    return Subscription { [weak observers, weak mailbox] in
      guard let mailbox else { return }
      mailbox.close()
      observers?.remove(mailbox)
    }
  }

  /// The current state, and then each one that an action leaves behind.
  ///
  /// None is left out: states wait until they are taken. For a slow reader that needs only the
  /// last one, say `states(buffering: .bufferingNewest(1))`.
  public var states: AsyncStream<State> { states(buffering: .unbounded) }

  /// The current state, and then those that actions leave behind, as far as the buffer goes.
  ///
  /// The stream ends when its reader does, or the store.
  public func states(
    buffering policy: AsyncStream<State>.Continuation.BufferingPolicy
  ) -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: policy)
    let end = StreamEnd(continuation)
    let subscription = observe { end.continuation.yield($0) }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }

  /// Tells the observers of this store alone.
  func tellObservers() {
    if !observers.isEmpty { observers.forEach { $0.deliver { untracked } } }
    registrar.withMutation(of: self, keyPath: statePath) {}
  }

  /// Tells the observers of this and other stores what `round` left behind, unless they know it.
  func tellJointObservers(after round: UInt64) {
    jointObservers.forEach { $0.tell(after: round) }
  }
}

/// Ends a stream when the last one who could feed it is gone.
private final class StreamEnd<State: Sendable>: Sendable {
  let continuation: AsyncStream<State>.Continuation

  init(_ continuation: AsyncStream<State>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}
