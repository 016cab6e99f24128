import Foundation

/// Keeps the items in a JSON file that only its owner may read.
///
/// Opens the file only while using it. Replaces it in one step, so it has either the old or the new items.
package struct FileStorage: LoginStorage {
  private let path: String

  /// A storage at `path`. A missing file has no items; the first change creates it.
  package init(path: String) { self.path = path }

  /// All stored items.
  ///
  /// - Throws: `StorageError`.
  package func items() throws -> [LoginItem] {
    guard let content = try content() else { return [] }
    do {
      return try JSONDecoder().decode([LoginItem].self, from: content)
    } catch {
      throw StorageError.damaged(path: path)
    }
  }

  /// Replaces the stored items by `items`.
  ///
  /// - Throws: `StorageError`.
  package func save(_ items: [LoginItem]) throws {
    do {
      try replaceFile(with: encoded(items))
    } catch {
      throw StorageError.unwritable(path: path, reason: error.localizedDescription)
    }
  }

  private func encoded(_ items: [LoginItem]) throws -> Data {
    let encoder = JSONEncoder()
    // For people who read the file or compare its versions.
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(items)
  }

  private func content() throws -> Data? {
    do {
      return try readFile(at: path)
    } catch {
      throw StorageError.unreadable(path: path, reason: error.localizedDescription)
    }
  }

  // Follows links, so that a link stays a link.
  private var file: URL { URL(filePath: path).resolvingSymlinksInPath() }

  private func replaceFile(with content: Data) throws {
    let new = file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent).new")
    // Only the owner may read it, even at first: 'createFile' sets this before it writes.
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard FileManager.default.createFile(atPath: new.path, contents: nil, attributes: attributes)
    else { throw SystemError(errno) }
    do {
      let handle = try FileHandle(forWritingTo: new)
      try handle.write(contentsOf: content)
      // Must be on disk before it replaces the old file, or a power failure may leave an empty file.
      try handle.synchronize()
      try handle.close()
      guard rename(new.path, file.path) == 0 else { throw SystemError(errno) }
    } catch {
      try? FileManager.default.removeItem(at: new)
      throw error
    }
  }
}
