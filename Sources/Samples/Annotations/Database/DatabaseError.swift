/// Why a database cannot do what is asked of it.
package enum DatabaseError: Error, Hashable, Sendable {
  /// There is no file at `path` that could be read and written.
  case cannotOpen(path: String, reason: String)
  /// The file at `path` belongs to another program.
  case foreign(path: String)
  /// A later version of this app wrote the file.
  case newer(path: String, version: Int)
  /// The file has been changed by something else than a database.
  case damaged(path: String, reason: String)
  /// Another session has deleted what was to be changed.
  case gone(path: String)
  /// Another session has given the number to something else.
  case taken(path: String)
  /// Somebody else has been using the file for longer than a person waits.
  case busy(path: String)
  /// SQLite could not do one thing.
  case failed(reason: String)
}
