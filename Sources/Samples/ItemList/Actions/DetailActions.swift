package import Foundation
import PlayheadFlux

/// Shows or hides the open item's password.
package struct RevealPassword: Action {
  package static let actionName = "RevealPassword"

  package var isRevealed: Bool

  package init(isRevealed: Bool) { self.isRevealed = isRevealed }
}

/// Copies an item's password to the pasteboard.
///
/// Names the item, not the password: the middleware finds the password in the store.
package struct CopyPassword: Action {
  package static let actionName = "CopyPassword"

  /// The item's ID.
  package var id: UUID

  package init(id: UUID) { self.id = id }
}

/// An item's password was copied to the pasteboard.
package struct CopyConfirmed: Action {
  package static let actionName = "CopyConfirmed"

  /// The item's ID.
  package var id: UUID

  package init(id: UUID) { self.id = id }
}
