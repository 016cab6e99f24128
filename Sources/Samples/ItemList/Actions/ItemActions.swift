package import Foundation
import PlayheadFlux

/// Adds a login.
package struct AddItem: Action, Confidential {
  package static let actionName = "AddItem"
  /// The keys to redact in logs. The hostname stays readable, to tell logins apart.
  package static let confidentialKeys: Set<String>? = LoginItem.confidentialKeys

  /// The host that the login is for.
  package var hostname: String
  /// The name of the user.
  package var username: String
  /// The password, which is secret.
  package var password: String
  /// Other text to remember.
  package var notes: String

  package init(hostname: String, username: String, password: String, notes: String = "") {
    self.hostname = hostname
    self.username = username
    self.password = password
    self.notes = notes
  }
}

/// Changes some fields of an item. Fields that are `nil` stay.
package struct EditItem: Action, Confidential {
  package static let actionName = "EditItem"
  /// The keys to redact in logs. The hostname stays readable, to tell logins apart.
  package static let confidentialKeys: Set<String>? = LoginItem.confidentialKeys

  /// The item's ID.
  package var id: UUID
  /// The host that the login is for.
  package var hostname: String?
  /// The name of the user.
  package var username: String?
  /// The password, which is secret.
  package var password: String?
  /// Other text to remember.
  package var notes: String?

  package init(
    id: UUID, hostname: String? = nil, username: String? = nil, password: String? = nil,
    notes: String? = nil
  ) {
    self.id = id
    self.hostname = hostname
    self.username = username
    self.password = password
    self.notes = notes
  }
}

/// Deletes an item.
package struct DeleteItem: Action {
  package static let actionName = "DeleteItem"

  /// The item's ID.
  package var id: UUID

  package init(id: UUID) { self.id = id }
}
