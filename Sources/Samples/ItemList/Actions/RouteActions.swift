package import Foundation
import PlayheadFlux

/// An item of the list is to be seen in full.
package struct OpenItem: Action {
  /// What logs call it.
  package static let actionName = "OpenItem"

  /// The item.
  package var id: UUID

  /// A choice.
  package init(id: UUID) { self.id = id }
}

/// The settings are to be seen.
package struct OpenSettings: Action {
  /// What logs call it.
  package static let actionName = "OpenSettings"

  /// A choice.
  package init() {}
}

/// What is beneath is to be seen again.
package struct GoBack: Action {
  /// What logs call it.
  package static let actionName = "GoBack"

  /// A step back.
  package init() {}
}
