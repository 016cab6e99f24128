import PlayheadFlux

/// Applies ``ConfigureNetwork``, and passes it on: no store handles it, but logs keep it.
struct NetworkSettings: Middleware {
  let network: Network

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    next(action)
    if let action = action as? ConfigureNetwork { network.configure(action.setting) }
  }
}
