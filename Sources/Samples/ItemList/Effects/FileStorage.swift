import Foundation

/// Keeps the items in a JSON file that only its owner may read.
///
/// The file is opened when it is used, and written in one go: whatever happens meanwhile, it has
/// either the old items or the new ones.
package struct FileStorage: LoginStorage {
  private let path: String

  /// A storage at `path`. A file that does not exist has no items, and is made by the first change.
  package init(path: String) { self.path = path }

  /// All items that it has.
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

  /// Keeps `items` in place of `old`.
  ///
  /// It is for people who have two sessions open, not for programs: between the look at the file and
  /// the moment it is replaced, another one may still write it.
  ///
  /// - Throws: `StorageError`.
  package func save(_ items: [LoginItem], inPlaceOf old: [LoginItem]) throws {
    // By bytes: texts are equal too that only look the same.
    guard try encoded(self.items()) == encoded(old) else { throw StorageError.changed(path: path) }
    do {
      try replaceFile(with: encoded(items))
    } catch {
      throw StorageError.unwritable(path: path, reason: error.localizedDescription)
    }
  }

  private func encoded(_ items: [LoginItem]) throws -> Data {
    let encoder = JSONEncoder()
    // For people who look inside, and for those who compare versions of it.
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

  // Where a link leads, so that the link stays one.
  private var file: URL { URL(filePath: path).resolvingSymlinksInPath() }

  private func replaceFile(with content: Data) throws {
    let new = file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent).new")
    // Only the owner may read it, and from the start: 'createFile' sets that before it writes.
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard FileManager.default.createFile(atPath: new.path, contents: nil, attributes: attributes)
    else { throw SystemError(errno) }
    do {
      let handle = try FileHandle(forWritingTo: new)
      try handle.write(contentsOf: content)
      // On the disk before it takes the old one's place: else a power cut leaves an empty file.
      try handle.synchronize()
      try handle.close()
      guard rename(new.path, file.path) == 0 else { throw SystemError(errno) }
    } catch {
      try? FileManager.default.removeItem(at: new)
      throw error
    }
  }
}
