import PlayheadFlux

/// Cancels all requests when the user signs out.
struct SessionEnd: Middleware {
  let effects: Effects

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    if next(action) != nil, action is SignOut { effects.cancelAll() }
  }
}
