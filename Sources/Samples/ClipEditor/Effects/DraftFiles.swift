package import Foundation
import Synchronization

/// Stores drafts. A nil folder is the session's own.
package protocol DraftFiles: Sendable {
  /// The drafts of a folder, in order.
  func names(in folder: String?) throws -> [String]

  /// The draft `name`; nil if there is none.
  func read(_ name: String, in folder: String?) throws -> Data?

  /// Writes a draft, and replaces one with the same name.
  func write(_ data: Data, as name: String, in folder: String?) throws

  /// Deletes the drafts in the session's own folder.
  func endSession()
}

extension DraftFiles {
  /// Does nothing: the drafts end with the object.
  package func endSession() {}
}

/// Drafts as JSON files in a folder.
package final class DraftFolder: DraftFiles {
  /// The session's own folder. Created when it is first needed, and deleted at the end of the session.
  package let own = FileManager.default.temporaryDirectory
    .appending(path: "clip-editor-\(UUID().uuidString)")

  private let hasMadeOwn = Atomic(false)

  /// Does not use any file yet.
  package init() {}

  // A program may end before its objects do. Only `endSession()` makes sure that nothing is left.
  deinit { endSession() }

  /// Deletes the session's own folder, if this object has created it.
  package func endSession() {
    guard hasMadeOwn.exchange(false, ordering: .acquiringAndReleasing) else { return }
    try? FileManager.default.removeItem(at: own)
  }

  /// The names of the files with a draft's ending. A missing folder has none.
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

  /// The result of `body`; nil if the file or folder is missing. (A check for the file first would also
  /// ignore a link to itself.)
  private func unlessMissing<Content>(_ body: () throws -> Content) throws -> Content? {
    do {
      return try body()
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
  }

  /// Writes the whole file or nothing. Creates the folder if it is missing.
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

  /// The folder at a path, which may begin with a tilde as in a shell.
  private func folder(_ path: String?) -> URL {
    guard let path else { return own }
    return URL(filePath: NSString(string: path).expandingTildeInPath, directoryHint: .isDirectory)
  }
}
