/// What keeps the items while they may not be seen, and when the app does not run.
package protocol LoginStorage: Sendable {
  /// All items that it has.
  ///
  /// - Throws: `StorageError`.
  func items() throws -> [LoginItem]

  /// Keeps `items` in place of `old`, which is what it was last seen to have; if it throws, it has
  /// what it had.
  ///
  /// - Throws: `StorageError`; `changed` if it has something else than `old` by now.
  func save(_ items: [LoginItem], inPlaceOf old: [LoginItem]) throws
}

/// Why a storage could not be read or written.
package enum StorageError: Error, Equatable {
  /// It is there, and no list of logins.
  case damaged(path: String)
  /// The system does not let it be read.
  case unreadable(path: String, reason: String)
  /// Somebody else has written it since it was read.
  case changed(path: String)
  /// The system does not let it be written.
  case unwritable(path: String, reason: String)
}

extension StorageError: CustomStringConvertible {
  /// One sentence for a person.
  package var description: String {
    switch self {
    case .damaged(let path):
      "'\(path)' is no list of logins and is left as it is; 'storage' with another file, or with "
        + "none for the memory, goes on without it"
    case .unreadable(let path, let reason):
      "'\(path)' cannot be read (\(reason)); 'storage' with another file, or with none for the "
        + "memory, goes on without it"
    case .changed(let path):
      "'\(path)' was changed by somebody else meanwhile and is left as it is, so what was changed "
        + "here is only here; 'storage \(path)' in the settings reads what the file has now"
    case .unwritable(let path, let reason):
      "'\(path)' cannot be written (\(reason)) and has what it had; the next change tries again"
    }
  }
}
