import PlayheadFlux

/// The person signs in, which loads the first page.
package struct SignIn: Action {
  /// What logs call it.
  package static let actionName = "SignIn"

  /// A sign-in.
  package init() {}
}

/// The person signs out: all that runs is cancelled, and the state is as at the start.
package struct SignOut: Action {
  /// What logs call it.
  package static let actionName = "SignOut"

  /// A sign-out.
  package init() {}
}

/// The person wants every request that failed to be made again; those actions have this one as their
/// cause.
package struct Retry: Action {
  /// What logs call it.
  package static let actionName = "Retry"

  /// A retry.
  package init() {}
}

/// A middleware held back what the person asked for.
package struct Refused: Action {
  /// What logs call it.
  package static let actionName = "Refused"

  /// Why.
  package var reason: Refusal
}
