/// A subscription that lives in its own observer, until that one ends it.
final class Lifeline: Sendable {
  private enum State {
    case empty
    case keeping(Subscription)
    case ended
  }

  private let state = Guarded(State.empty)

  /// Keeps `subscription`, unless its observer has ended it already.
  func keep(_ subscription: Subscription) {
    let isEnded = state.withLock { state in
      if case .ended = state { return true }
      state = .keeping(subscription)
      return false
    }
    if isEnded { subscription.cancel() }
  }

  func end() {
    // Let go outside the lock: that runs the subscription's end.
    _ = state.replace(.ended)
  }
}
