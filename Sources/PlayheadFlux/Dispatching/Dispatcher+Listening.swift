extension Dispatcher {
  /// Calls `body` with every action from now on, when all stores have handled it: for telemetry and
  /// other things that are no business of a store.
  ///
  /// ```swift
  /// let telemetry = dispatcher.listen { action, _ in counts.add(type(of: action).actionName) }
  /// ```
  ///
  /// It runs where actions are handled; what it dispatches is handled after the current action. On
  /// replay it is not called: nothing happens again that happened once.
  ///
  /// - Returns: A token: it ends the calls when it is cancelled or let go.
  public func listen(_ body: @escaping @Sendable (any Action, Turn) -> Void) -> Subscription {
    let listener = Listener(body)
    attach(listener)
    return Subscription { [weak self] in self?.detach(listener) }
  }

  /// Calls `body` with every action of one type from now on, when all stores have handled it.
  public func listen<A: Action>(
    to type: A.Type, _ body: @escaping @Sendable (A, Turn) -> Void
  ) -> Subscription {
    listen { action, turn in
      if let action = action as? A { body(action, turn) }
    }
  }
}

/// The tap behind ``Dispatcher/listen(_:)``.
///
/// Unchecked because the dispatcher calls its taps one at a time.
private final class Listener: Tap, @unchecked Sendable {
  private let body: @Sendable (any Action, Turn) -> Void
  private var current: (any Action)?

  init(_ body: @escaping @Sendable (any Action, Turn) -> Void) { self.body = body }

  func didAttach(to dispatcher: Dispatcher, after turn: Turn) {}

  func willHandle(_ action: any Action, turn: Turn, cause: Turn?) { current = action }

  func didHandle(turn: Turn, outcome: Outcome) {
    guard let action = current else { return }
    current = nil
    body(action, turn)
  }
}
