extension Dispatcher {
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
  public func listen(_ body: @escaping @Sendable (any Action, Turn) -> Void) -> Subscription {
    let listener = Listener(body)
    attach(listener)
    return Subscription { [weak self] in
      listener.close()
      self?.detachSoon(listener)
    }
  }

  /// Calls `body` with every action of one type from now on, when all stores have handled it.
  ///
  /// - Returns: A token: it ends the calls when it is cancelled or let go.
  public func listen<A: Action>(
    to type: A.Type, _ body: @escaping @Sendable (A, Turn) -> Void
  ) -> Subscription {
    listen { action, turn in
      if let action = action as? A { body(action, turn) }
    }
  }

  /// Stops calling `tap` after the current action, or before the next: without waiting for other
  /// threads, as a token may be let go anywhere.
  private func detachSoon(_ tap: any Tap) {
    interludes.add { [weak self] in self?.stage.remove(tap) }
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
