/// The content of a project database.
package struct Project: Codable, Sendable, Hashable {
  /// The project's name.
  package var name: String
  /// The user's name.
  package var user: String
  /// The people who can settle issues, as far as this device knows.
  package var people: [String]
  /// The blueprints, by number.
  package var sheets: [Sheet]
  /// The changes without a server's answer yet, the oldest first.
  package var queue: [Change]
}
