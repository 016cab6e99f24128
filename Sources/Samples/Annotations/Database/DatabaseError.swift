/// Why a database cannot fulfill a request.
package enum DatabaseError: Error, Hashable, Sendable {
  /// No file at `path` can be read and written.
  case cannotOpen(path: String, reason: String)
  /// The file at `path` belongs to another program.
  case foreign(path: String)
  /// A later version of this app wrote the file.
  case newer(path: String, version: Int)
  /// Something other than a database has changed the file.
  case damaged(path: String, reason: String)
  /// Another program has used the file for longer than a user would wait.
  case busy(path: String)
  /// SQLite could not do something.
  case failed(reason: String)
}
