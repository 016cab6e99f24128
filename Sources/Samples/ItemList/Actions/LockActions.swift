import PlayheadFlux

/// A user entered a code, which is secret.
package struct Unlock: Action, Confidential {
  package static let actionName = "Unlock"

  /// The code.
  package var code: String

  package init(code: String) { self.code = code }
}

/// The code was right.
package struct Unlocked: Action {
  package static let actionName = "Unlocked"

  package init() {}
}

/// The code was wrong.
package struct UnlockFailed: Action {
  package static let actionName = "UnlockFailed"

  package init() {}
}

/// Hides the items until a code is entered again, and cancels a running check.
package struct Lock: Action {
  package static let actionName = "Lock"

  package init() {}
}
