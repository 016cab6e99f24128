package import Foundation

/// A project in an SQLite database: in a file, or in memory.
package final class ProjectDatabase: Database {
  let connection: SQLiteConnection

  /// Opens a project's file. A new file gets the project that the app starts with.
  ///
  /// - Parameters:
  ///   - path: The path of the file; nil for memory.
  ///   - patience: How long to wait for other programs, in milliseconds.
  /// - Throws: `DatabaseError`. The file is then unchanged.
  package init(path: String?, patience: Int = SQLiteConnection.patience) throws {
    connection = try SQLiteConnection(path: path, patience: patience)
    try prepare()
  }

  /// The project with its queue.
  package func project() throws -> Project {
    let names = try connection.rows("SELECT name, user FROM project") { row in
      (row.text(0) ?? "", row.text(1) ?? "")
    }
    guard let (name, user) = names.first else {
      throw DatabaseError.damaged(path: connection.path, reason: "the project has no name")
    }
    return Project(
      name: name, user: user, people: try people(), sheets: try sheets(), queue: try queue())
  }

  private func people() throws -> [String] {
    try connection.rows("SELECT name FROM people ORDER BY rowid") { $0.text(0) ?? "" }
  }

  private func sheets() throws -> [Sheet] {
    try connection.rows("SELECT number, name, lastNumber FROM sheets ORDER BY number") { row in
      Sheet(number: row.integer(0), name: row.text(1) ?? "", lastNumber: row.integer(2))
    }
  }

  private func queue() throws -> [Change] {
    try connection.rows("SELECT change FROM queue ORDER BY position", read: Change.init(row:))
  }

  /// The annotations of a sheet, by number.
  package func annotations(onSheet sheet: Int) throws -> [Annotation] {
    try connection.rows(
      """
      SELECT id, sheet, number, title, author, created, share, kind, status, assignee
      FROM annotations WHERE sheet = ? ORDER BY number
      """, .integer(sheet), read: Annotation.init(row:))
  }

  /// Saves a change, and the changed annotation.
  package func save(_ change: Change) throws {
    try connection.transaction {
      try keep(change)
      try connection.run(
        "INSERT INTO queue (id, change) VALUES (?, ?)", .text(change.id.uuidString),
        .text(try change.json))
    }
  }

  /// Removes a change from the queue.
  package func remove(_ change: UUID) throws {
    try connection.run("DELETE FROM queue WHERE id = ?", .text(change.uuidString))
  }

  /// Undoes a change.
  package func undo(_ change: UUID, _ update: RowUpdate, later: [Change]) throws {
    try connection.transaction {
      try put(update.row, update.id)
      try remove(change)
      for change in later {
        try connection.run(
          "UPDATE queue SET change = ? WHERE id = ?", .text(try change.json),
          .text(change.id.uuidString))
      }
    }
  }
}
