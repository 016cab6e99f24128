package import Foundation
package import PlayheadFlux

/// How the open item is shown.
package struct ItemDetailDisplay: Codable, Sendable, Equatable {
  /// Whether the password is visible.
  package var isPasswordRevealed = false
  /// The item, if its password was copied since it was opened.
  package var copied: UUID?

  /// Hidden, and not copied.
  package init() {}
}

/// How the open item is shown.
package typealias ItemDetailDisplayStore = Store<ItemDetailDisplay>

extension ItemDetailDisplayStore {
  /// A store that starts with a hidden password, and hides it again when the user leaves the item.
  package static func itemDetailDisplay() -> ItemDetailDisplayStore {
    ItemDetailDisplayStore("itemDetailDisplay", ItemDetailDisplay())
      .on(RevealPassword.self) { display, action, context in
        if display.isPasswordRevealed == action.isRevealed { return context.leaveUnchanged() }
        display.isPasswordRevealed = action.isRevealed
      }
      .on(CopyConfirmed.self) { display, action, context in
        if display.copied == action.id { return context.leaveUnchanged() }
        display.copied = action.id
      }
      .on(anyOf: OpenItem.self, GoBack.self, DeleteItem.self, Lock.self) { display, _, context in
        if display == ItemDetailDisplay() { return context.leaveUnchanged() }
        display = ItemDetailDisplay()
      }
  }
}
