package import PlayheadFlux

/// Checks codes. The answer is an action with the attempt as its cause.
package struct Authentication: Middleware {
  private let lock: LockStore
  private let authenticator: any Authenticator
  private let effects: Effects

  /// Checks codes for `lock`.
  package init(_ lock: LockStore, _ authenticator: any Authenticator, _ effects: Effects) {
    self.lock = lock
    self.authenticator = authenticator
    self.effects = effects
  }

  /// Starts a check when this action put the store into its checking phase. Cancels it when the app locks.
  package func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    let before = lock.state.phase
    let turn = next(action)
    switch action {
    case let action as Unlock where before == .locked && lock.state.phase == .checking:
      check(action.code, from: dispatcher, cause: turn)
    case is Lock:
      effects.cancel(Check())
    default:
      break
    }
  }

  private func check(_ code: String, from dispatcher: Dispatcher, cause: Turn?) {
    effects.start(Check(), from: dispatcher, cause: cause) { [authenticator] dispatch in
      if await authenticator.accepts(code) {
        dispatch(Unlocked())
      } else {
        dispatch(UnlockFailed())
      }
    }
  }
}

/// The effect's ID: only one check runs at a time.
private struct Check: Hashable {}
