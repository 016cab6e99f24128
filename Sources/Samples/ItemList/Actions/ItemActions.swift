package import Foundation
import PlayheadFlux

/// A new login is to be kept.
package struct AddItem: Action, Confidential {
  /// What logs call it.
  package static let actionName = "AddItem"
  /// What is nobody else's business; the hostname tells one login from another.
  package static let confidentialKeys: Set<String>? = LoginItem.confidentialKeys

  /// Where one logs in.
  package var hostname: String
  /// As whom.
  package var username: String
  /// With what: a secret.
  package var password: String
  /// What else is to be remembered.
  package var notes: String

  /// A login.
  package init(hostname: String, username: String, password: String, notes: String = "") {
    self.hostname = hostname
    self.username = username
    self.password = password
    self.notes = notes
  }
}

/// Some fields of an item have other values from now on; those that are `nil` stay.
package struct EditItem: Action, Confidential {
  /// What logs call it.
  package static let actionName = "EditItem"
  /// What is nobody else's business; the hostname tells one login from another.
  package static let confidentialKeys: Set<String>? = LoginItem.confidentialKeys

  /// The item.
  package var id: UUID
  /// Where one logs in.
  package var hostname: String?
  /// As whom.
  package var username: String?
  /// With what: a secret.
  package var password: String?
  /// What else is to be remembered.
  package var notes: String?

  /// An edit.
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

/// An item is no longer wanted.
package struct DeleteItem: Action {
  /// What logs call it.
  package static let actionName = "DeleteItem"

  /// The item.
  package var id: UUID

  /// A choice.
  package init(id: UUID) { self.id = id }
}
