import Foundation
package import PlayheadCoding
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

  /// Begins a new log. If it `isSynced`, it survives a loss of power once it has its name.
  package convenience init(
    logAt path: String, mode: FileMode, isSynced: Bool = true
  ) throws(LogError) {
    try self.init(
      path, mode, replaces: false, isSynced: isSynced, beginning: LZ4Frame.magicBytes)
  }

  /// Writes a text without giving it its name. The mode of a file that it `replaces` also limits its mode.
  package convenience init(
    text: String, at path: String, mode: FileMode, replaces: Bool = false
  ) throws(LogError) {
    let bytes = Array(text.utf8)
    let place = replaces ? LogFormat.place(of: path) : path
    let limit = replaces ? (try? FileSource(regular: place))?.mode : nil
    try self.init(
      place, limit.map(mode.intersection) ?? mode, replaces: replaces, isSynced: true,
      beginning: Array(bytes.prefix(LZ4Frame.magicBytes.count)))
    try bytes.withBytes { bytes throws(LogError) in try append(bytes) }
  }

  /// Begins a file of another format with the bytes `beginning`, which must not exist yet.
  package convenience init(
    fileAt path: String, mode: FileMode, beginning: [UInt8]
  ) throws(LogError) {
    try self.init(path, mode, replaces: false, isSynced: true, beginning: beginning)
  }

  /// Begins a cache with the bytes `beginning`. It replaces an existing one, and a loss of power may lose it.
  package convenience init(
    cacheAt path: String, mode: FileMode, beginning: [UInt8]
  ) throws(LogError) {
    try self.init(path, mode, replaces: true, isSynced: false, beginning: beginning)
  }

  private init(
    _ path: String, _ mode: FileMode, replaces: Bool, isSynced: Bool, beginning: [UInt8]
  ) throws(LogError) {
    (self.path, self.replaces, self.isSynced) = (path, replaces, isSynced)
    Leftover.removeAll(of: path, beginning: beginning)
    guard replaces || !Self.isThere(path) else { throw .exists(path: path) }
    // Processes that write the same file use different temporary files.
    partialPath = PartialName.new(of: path)
    do throws(LogError) {
      let file = try SystemLogFile(partialPath, O_CREAT | O_EXCL, mode: mode)
      // Errors show the requested name.
      file.path = path
      self.file = file
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  /// Removes an incomplete file.
  deinit {
    guard !isFinished else { return }
    file.close()
    unlink(partialPath)
  }

  /// Checks, before other work, that a log can be made at `path`.
  package static func makeSure(of path: String) throws(LogError) {
    _ = try OutputFile(logAt: path, mode: .owner)
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(LogError) { try file.append(bytes) }

  /// The written bytes, opened as a log.
  package func log() throws(LogError) -> LogReader {
    try LogReader(FileSource(regular: partialPath), name: path)
  }

  /// Gives the file its name, with all its bytes.
  package func finish() throws(LogError) { try Self.finish([self]) }

  private static func isThere(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }
}

// MARK: - Several files

extension OutputFile {
  /// Gives files their names, all of them or none; the last name shows that all of them are complete. Of
  /// several files none may replace another, which could not be restored.
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

  /// Completes the work of a killed run: unless the last file has its name, removes the other names. Files of
  /// a killed run are recognized by their temporary names, which they still have.
  package static func settle(_ paths: [String]) {
    guard let last = paths.last else { return }
    let isWhole = isThere(last)
    for path in paths {
      for leftover in Leftover.all(of: path) where leftover.isFile(at: path) {
        if !isWhole { unlink(path) }
        unlink(leftover.path)
      }
    }
  }

  /// The first name stays until all files have theirs.
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

// MARK: - Files of killed runs

/// An unlocked file of a killed run. Its name cannot occur by chance.
private struct Leftover {
  let path: String
  private let source: FileSource

  /// The leftovers of the file at `path`.
  static func all(of path: String) -> [Leftover] {
    PartialName.all(of: path).compactMap { name in
      guard let source = try? FileSource(regular: name), !source.isBeingWritten else { return nil }
      return Leftover(path: name, source: source)
    }
  }

  /// Removes leftovers that begin like the new file, and other names of the file at `path`.
  static func removeAll(of path: String, beginning: [UInt8]) {
    for leftover in all(of: path) {
      let start = try? leftover.source.read(at: 0, count: beginning.count)
      let isOurs = start.map { beginning.starts(with: $0) } ?? false
      if isOurs || leftover.isFile(at: path) { unlink(leftover.path) }
    }
  }

  /// Whether this is another name of the file at `path`.
  func isFile(at path: String) -> Bool {
    (try? FileSource(regular: path))?.identity == source.identity
  }
}

/// The temporary name of a file: its final name, an infix, and eight random hexadecimal digits.
private enum PartialName {
  private static let infix = ".partial-"

  static func new(of path: String) -> String {
    path + infix + UInt32.random(in: 0...UInt32.max).hexadecimal
  }

  /// The paths of files with such names.
  static func all(of path: String) -> [String] {
    let folder = SegmentName.folder(of: path)
    let beginning = path.dropFirst(folder.count) + infix
    return SystemDisk().names(in: folder).filter { name in
      let digits = name.dropFirst(beginning.count)
      return name.hasPrefix(beginning) && UInt32(digits, radix: 16)?.hexadecimal == String(digits)
    }.map { folder + $0 }
  }
}

// MARK: - Logs

extension LogWriter {
  /// Writes the first frame of a log that does not have its name yet.
  package convenience init(
    into output: OutputFile, header: LogHeader, checkpoint: CheckpointDraft, shapes: [Shape]
  ) throws {
    try self.init(
      output.file, isSynced: false, header: header, checkpoint: checkpoint, shapes: shapes)
  }

  /// Writes a log of frames that are made elsewhere.
  package convenience init(ofFramesInto output: OutputFile) { self.init(ofFramesInto: output.file) }
}
