package import Foundation
import Synchronization

/// Where drafts are kept. A folder that is nil is one of the session's own.
package protocol DraftFiles: Sendable {
  /// The drafts of a folder, in order.
  func names(in folder: String?) throws -> [String]

  /// The draft called `name`; nil if there is none.
  func read(_ name: String, in folder: String?) throws -> Data?

  /// Puts a draft in place of the one of that name, if there is one.
  func write(_ data: Data, as name: String, in folder: String?) throws

  /// Forgets the drafts of the session's own folder.
  func endSession()
}

extension DraftFiles {
  /// They are gone with the object.
  package func endSession() {}
}

/// Drafts as JSON files in a folder.
package final class DraftFolder: DraftFiles {
  /// The session's own folder: made when it is needed first, gone at the end of the session.
  package let own = FileManager.default.temporaryDirectory
    .appending(path: "clip-editor-\(UUID().uuidString)")

  private let hasMadeOwn = Atomic(false)

  /// Touches no file yet.
  package init() {}

  // A program may end before its objects do: only one that is told of it leaves nothing behind.
  deinit { endSession() }

  /// Removes the session's own folder, if this object has made it.
  package func endSession() {
    guard hasMadeOwn.exchange(false, ordering: .acquiringAndReleasing) else { return }
    try? FileManager.default.removeItem(at: own)
  }

  /// The files that end as drafts do; a folder that does not exist yet has none.
  package func names(in folder: String?) throws -> [String] {
    try unlessMissing {
      try FileManager.default.contentsOfDirectory(atPath: self.folder(folder).path)
    }
    .map(drafts) ?? []
  }

  private func drafts(amongst files: [String]) -> [String] {
    files.filter { $0.hasSuffix(DraftFolder.suffix) }
      .map { String($0.dropLast(DraftFolder.suffix.count)) }.sorted()
  }

  /// The file's contents.
  package func read(_ name: String, in folder: String?) throws -> Data? {
    try unlessMissing { try Data(contentsOf: file(name, in: folder)) }
  }

  /// What `body` reads; nil if there is nothing. Asking first whether there is a file would take a link
  /// that leads back to itself for nothing, too.
  private func unlessMissing<Content>(_ body: () throws -> Content) throws -> Content? {
    do {
      return try body()
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
  }

  /// Writes all of the file or nothing; makes the folder if there is none.
  package func write(_ data: Data, as name: String, in folder: String?) throws {
    if folder == nil { hasMadeOwn.store(true, ordering: .releasing) }
    try FileManager.default.createDirectory(
      at: self.folder(folder), withIntermediateDirectories: true)
    try data.write(to: file(name, in: folder), options: .atomic)
  }

  private static let suffix = ".draft.json"

  private func file(_ name: String, in folder: String?) -> URL {
    self.folder(folder).appending(path: name + DraftFolder.suffix)
  }

  /// The folder of a path, which may begin with a tilde as in a shell.
  private func folder(_ path: String?) -> URL {
    guard let path else { return own }
    return URL(filePath: NSString(string: path).expandingTildeInPath, directoryHint: .isDirectory)
  }
}
