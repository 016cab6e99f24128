package import Foundation
import PlayheadFlux

/// The open item's password is to be seen, or covered again.
package struct RevealPassword: Action {
  /// What logs call it.
  package static let actionName = "RevealPassword"

  /// Whether it is to be seen.
  package var isRevealed: Bool

  /// A choice.
  package init(isRevealed: Bool) { self.isRevealed = isRevealed }
}

/// An item's password is to be put on the pasteboard.
///
/// It names the item, not the password: what copies it finds it in the store.
package struct CopyPassword: Action {
  /// What logs call it.
  package static let actionName = "CopyPassword"

  /// The item.
  package var id: UUID

  /// A wish.
  package init(id: UUID) { self.id = id }
}

/// An item's password is on the pasteboard.
package struct CopyConfirmed: Action {
  /// What logs call it.
  package static let actionName = "CopyConfirmed"

  /// The item.
  package var id: UUID

  /// A confirmation.
  package init(id: UUID) { self.id = id }
}
