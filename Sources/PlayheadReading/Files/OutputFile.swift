import Foundation
import PlayheadCoding
package import PlayheadLog

/// A file that a command makes. It gets its name when it is complete, and replaces an existing file only if
/// it `replaces` it.
///
/// Until then it has a temporary name and is locked. This process removes an incomplete file or, if it is
/// killed, the next process that makes the same file does.
package final class OutputFile {
  /// The final path.
  package let path: String
  /// The path until then.
  package let partialPath: String
  let file: any LogFile
  private let replaces: Bool
  private let isSynced: Bool
  private var isFinished = false

  /// Begins a file. If it `isSynced`, it survives a loss of power once it has its name.
  package init(
    fileAt path: String, mode: FileMode, replaces: Bool = false, isSynced: Bool = true
  ) throws(LogError) {
    (self.path, self.replaces, self.isSynced) = (path, replaces, isSynced)
    // A shell's word that is not UTF-8 has this character now.
    guard !path.unicodeScalars.contains("\u{FFFD}") else {
      throw .unwritable(path: path, reason: .content("its name is not UTF-8; choose another one"))
    }
    PartialName.removeLeftovers(of: path)
    guard replaces || FileKind(named: path) == nil else { throw .exists(path: path) }
    // Processes that write the same file use different temporary files.
    partialPath = PartialName.new(of: path)
    do throws(LogError) {
      let file = try SystemLogFile(partialPath, O_CREAT | O_EXCL, mode: mode_t(mode.rawValue))
      // Errors show the requested name.
      file.path = path
      self.file = file
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  /// Writes a text without giving it its name. The mode of a file that it `replaces` also limits its mode.
  package convenience init(
    text: String, at path: String, mode: FileMode, replaces: Bool = false
  ) throws(LogError) {
    let place = replaces ? LogFormat.place(of: path) : path
    let limit = replaces ? (try? FileSource(regular: place))?.mode : nil
    try self.init(fileAt: place, mode: limit.map(mode.intersection) ?? mode, replaces: replaces)
    try Array(text.utf8).withBytes { bytes throws(LogError) in try append(bytes) }
  }

  /// Removes an incomplete file.
  deinit {
    guard !isFinished else { return }
    file.close()
    unlink(partialPath)
  }

  /// Checks, before other work, that a log can be made at `path`.
  package static func makeSure(of path: String) throws(LogError) {
    _ = try OutputFile(fileAt: path, mode: .owner)
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(LogError) { try file.append(bytes) }

  /// The written bytes, opened as a log.
  package func log() throws(ReadingError) -> LogReader {
    try LogReader(FileSource(regular: partialPath), name: path)
  }

  /// Gives the file its name, with all its bytes.
  package func finish() throws(LogError) { try Self.finish([self]) }
}

// MARK: - Several files

extension OutputFile {
  /// Gives files their names in order; after an error, none of them. If the process is killed in between, the last name
  /// is missing. Of several files none may replace another, which could not be restored.
  package static func finish(_ files: [OutputFile]) throws(LogError) {
    precondition(
      files.count == 1 || !files.contains(where: \.replaces),
      "one of several files that get their names together replaces another")
    for file in files where file.isSynced { try file.file.sync() }
    var named: [String] = []
    do throws(LogError) {
      for file in files {
        try file.moveToFinalName()
        named.append(file.path)
      }
    } catch {
      for path in named { unlink(path) }
      throw error
    }
    for file in files { file.release() }
  }

  private func moveToFinalName() throws(LogError) {
    // Unlike a renaming, a link does not replace a file that got the name meanwhile.
    if !replaces {
      if link(partialPath, path) == 0 { return }
      if errno == EEXIST { throw .exists(path: path) }
    }
    // Some file systems have no links.
    guard (replaces ? rename(partialPath, path) : renameToFreeName(partialPath, path)) == 0 else {
      if errno == EEXIST, !replaces { throw .exists(path: path) }
      throw .unwritable(path: path, reason: .system(errno))
    }
  }

  private func release() {
    isFinished = true
    unlink(partialPath)
    if isSynced { Synchronizing.name(of: path) }
    file.close()
  }
}

/// The temporary name of a file: its final name, an infix, and eight random hexadecimal digits.
private enum PartialName {
  private static let infix = ".partial-"

  static func new(of path: String) -> String {
    path + infix + UInt32.random(in: 0...UInt32.max).hexadecimal
  }

  /// Removes the files of killed runs: those with such names that nobody has locked.
  static func removeLeftovers(of path: String) {
    let folder = SegmentName.folder(of: path)
    let beginning = path.dropFirst(folder.count) + infix
    for name in SystemDisk().names(in: folder) where name.hasPrefix(beginning) {
      let digits = name.dropFirst(beginning.count)
      guard UInt32(digits, radix: 16)?.hexadecimal == String(digits),
        let file = try? FileSource(regular: folder + name), !file.isBeingWritten
      else { continue }
      unlink(folder + name)
    }
  }
}

// MARK: - System calls

/// Renames a file to a name that must be free; otherwise `errno` is `EEXIST`.
///
/// For file systems without hard links. Swift does not import `renameat2`, so this replaces a file that
/// appears between the two calls.
private func renameToFreeName(_ path: String, _ other: String) -> Int32 {
  guard FileKind(named: other) == nil else {
    errno = EEXIST
    return -1
  }
  return rename(path, other)
}
