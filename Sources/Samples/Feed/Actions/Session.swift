import PlayheadFlux

/// Signs in, which loads the first page.
package struct SignIn: Action {
  package static let actionName = "SignIn"

  package init() {}
}

/// Signs out: cancels all requests, and resets the state.
package struct SignOut: Action {
  package static let actionName = "SignOut"

  package init() {}
}

/// Repeats every failed request. The repeated actions have this action as their cause.
package struct Retry: Action {
  package static let actionName = "Retry"

  package init() {}
}

/// A middleware held back an action.
package struct Refused: Action {
  package static let actionName = "Refused"

  /// The reason.
  package var reason: Refusal
}
