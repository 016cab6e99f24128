/// What a database gives when it is opened.
package struct Project: Codable, Sendable, Hashable {
  /// What it is called.
  package var name: String
  /// Who uses the app.
  package var user: String
  /// Who can be asked to settle an issue, as far as this device knows.
  package var people: [String]
  /// The blueprints, by number.
  package var sheets: [Sheet]
  /// The changes that no server has answered yet, the oldest first.
  package var queue: [Change]
}
