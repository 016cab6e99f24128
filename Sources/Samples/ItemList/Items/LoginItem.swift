package import Foundation
import PlayheadFlux

/// A stored login.
package struct LoginItem: Codable, Sendable, Equatable, Identifiable, Confidential {
  /// The keys to redact in logs.
  package static let confidentialKeys: Set<String>? = ["username", "password", "notes"]

  /// The item's ID, which never changes.
  package let id: UUID
  /// The host that the login is for.
  package var hostname: String
  /// The name of the user.
  package var username: String
  /// The password, which is secret.
  package var password: String
  /// Other text to remember.
  package var notes: String
  /// When its password was last copied, or when the item was added.
  package var lastUsed: Date

  package init(
    id: UUID, hostname: String, username: String, password: String, notes: String = "",
    lastUsed: Date
  ) {
    self.id = id
    self.hostname = hostname
    self.username = username
    self.password = password
    self.notes = notes
    self.lastUsed = lastUsed
  }
}
