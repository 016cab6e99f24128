package import Foundation
import PlayheadFlux

/// A login that is kept.
package struct LoginItem: Codable, Sendable, Equatable, Identifiable, Confidential {
  /// What is nobody else's business.
  package static let confidentialKeys: Set<String>? = ["username", "password", "notes"]

  /// The same for as long as it is kept.
  package let id: UUID
  /// Where one logs in.
  package var hostname: String
  /// As whom.
  package var username: String
  /// With what: a secret.
  package var password: String
  /// What else is to be remembered.
  package var notes: String
  /// When its password was copied last, or when it was added.
  package var lastUsed: Date

  /// A login.
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
