import PlayheadFlux

/// Turns ``Retry`` into the actions that repeat the failed requests, in the order in which they failed.
struct Retries: Middleware {
  let store: Store<FeedState>

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    // Read before the reducer removes them from the list.
    let failures = action is Retry ? store.state.failures : []
    guard next(action) != nil else { return }
    // Dispatched from here, actions have `action` as their cause.
    for failure in failures { dispatcher.dispatch(failure.action) }
  }
}
