import PlayheadFlux

/// Somebody wants in and says a code: nothing but a secret.
package struct Unlock: Action, Confidential {
  /// What logs call it.
  package static let actionName = "Unlock"

  /// What they said.
  package var code: String

  /// An attempt.
  package init(code: String) { self.code = code }
}

/// The code was the right one.
package struct Unlocked: Action {
  /// What logs call it.
  package static let actionName = "Unlocked"

  /// A success.
  package init() {}
}

/// The code was not the right one.
package struct UnlockFailed: Action {
  /// What logs call it.
  package static let actionName = "UnlockFailed"

  /// A failure.
  package init() {}
}

/// Nobody may see the items until a code is said again; a check that is running is called off.
package struct Lock: Action {
  /// What logs call it.
  package static let actionName = "Lock"

  /// An end.
  package init() {}
}
