import PlayheadFlux

/// Holds back actions that cannot be done now, and dispatches ``Refused`` instead. Neither the stores nor a
/// log see the action itself.
struct Guard: Middleware {
  let store: Store<FeedState>

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    guard let reason = store.state.refusal(of: action) else {
      next(action)
      return
    }
    dispatcher.dispatch(Refused(reason: reason))
  }
}
