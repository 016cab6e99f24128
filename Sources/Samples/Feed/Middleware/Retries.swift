import PlayheadFlux

/// Turns ``Retry`` into the actions that make the failed requests again, in the order in which they
/// failed.
struct Retries: Middleware {
  let store: Store<FeedState>

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    // Read before the reducer, which takes them out of the list.
    let failures = action is Retry ? store.state.failures : []
    guard next(action) != nil else { return }
    // What is dispatched from here on has the action as its cause.
    for failure in failures { dispatcher.dispatch(failure.action) }
  }
}
