/// Stores the items while they are hidden, and while the app does not run.
package protocol LoginStorage: Sendable {
  /// All stored items.
  ///
  /// - Throws: `StorageError`.
  func items() throws -> [LoginItem]

  /// Replaces the stored items by `items`. If it throws, the stored items stay.
  ///
  /// - Throws: `StorageError`.
  func save(_ items: [LoginItem]) throws
}

/// Why a storage could not be read or written.
package enum StorageError: Error, Equatable {
  /// The file is not a list of logins.
  case damaged(path: String)
  /// The system cannot read the file.
  case unreadable(path: String, reason: String)
  /// The system cannot write the file.
  case unwritable(path: String, reason: String)
}

extension StorageError: CustomStringConvertible {
  /// One sentence for the user.
  package var description: String {
    switch self {
    case .damaged(let path):
      "'\(path)' is no list of logins and is left as it is; 'storage' with another file, or with "
        + "none for the memory, goes on without it"
    case .unreadable(let path, let reason):
      "'\(path)' cannot be read (\(reason)); 'storage' with another file, or with none for the "
        + "memory, goes on without it"
    case .unwritable(let path, let reason):
      "'\(path)' cannot be written (\(reason)) and has what it had; the next change tries again"
    }
  }
}
