package import Foundation
import PlayheadFlux

/// Opens an item of the list.
package struct OpenItem: Action {
  package static let actionName = "OpenItem"

  /// The item's ID.
  package var id: UUID

  package init(id: UUID) { self.id = id }
}

/// Opens the settings.
package struct OpenSettings: Action {
  package static let actionName = "OpenSettings"

  package init() {}
}

/// Goes back to the place beneath.
package struct GoBack: Action {
  package static let actionName = "GoBack"

  package init() {}
}
