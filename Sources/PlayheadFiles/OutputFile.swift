import Foundation
package import PlayheadCoding
package import PlayheadLog

/// A file that a command makes. It gets its name when it is complete, and never the name of another file, unless it
/// `replaces` that.
///
/// Until then it has a temporary name and is locked. An incomplete file is removed by this process, or, if that was killed,
/// by the next one that makes the same file.
package final class OutputFile {
  /// The name that it gets.
  package let path: String
  /// Where it is until then.
  package let partialPath: String
  let file: any LogFile
  private let replaces: Bool
  private let isSynced: Bool
  private var isFinished = false

  /// Begins a log, which must not exist yet. If it `isSynced`, it survives a loss of power once it has its name.
  package convenience init(
    logAt path: String, mode: FileMode, isSynced: Bool = true
  ) throws(LogError) {
    try self.init(
      path, mode, replaces: false, isSynced: isSynced, beginning: LZ4Frame.magicBytes)
  }

  /// Writes a text, which has yet to get its name. The mode of a file that it `replaces` is a limit as well.
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

  /// Begins a file of another format, whose first bytes are `beginning` and which must not exist yet.
  package convenience init(
    fileAt path: String, mode: FileMode, beginning: [UInt8]
  ) throws(LogError) {
    try self.init(path, mode, replaces: false, isSynced: true, beginning: beginning)
  }

  /// Begins a cache whose first bytes are `beginning`; the file that has its name is replaced. A loss of power may cost it.
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
    // Two processes that write the same file get different ones.
    partialPath = PartialName.new(of: path)
    do throws(LogError) {
      file = try SystemLogFile(partialPath, O_CREAT | O_EXCL, mode: mode)
      // Errors tell the name that was asked for.
      file.path = path
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  /// What was not made whole is taken away.
  deinit {
    guard !isFinished else { return }
    file.close()
    unlink(partialPath)
  }

  /// Checks, before all the work, that a log can be made at `path`.
  package static func makeSure(of path: String) throws(LogError) {
    _ = try OutputFile(logAt: path, mode: .owner)
  }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(LogError) { try file.append(bytes) }

  /// What was written, read as the log that it becomes.
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
  /// Gives files their names, all of them or none; the last name says that all of them are there. Of several files, none
  /// replaces another, which could not be restored.
  package static func finish(_ files: [OutputFile]) throws(LogError) {
    precondition(
      files.count == 1 || !files.contains(where: \.replaces),
      "one of several files that get their names together replaces another")
    for file in files where file.isSynced { try file.file.sync() }
    var named: [String] = []
    do throws(LogError) {
      for file in files {
        try file.takeName()
        named.append(file.path)
      }
    } catch {
      for path in named { unlink(path) }
      throw error
    }
    for file in files { file.letGo() }
  }

  /// Completes what a killed run left: unless the last file has its name, the other names are removed. A file of a killed
  /// run still has its temporary name as well, by which it is recognized.
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
  private func takeName() throws(LogError) {
    // A link, unlike renaming, does not replace a file that got the name meanwhile.
    if !replaces {
      if link(partialPath, path) == 0 { return }
      if errno == EEXIST { throw .exists(path: path) }
    }
    // Not every file system knows links.
    guard (replaces ? rename(partialPath, path) : renameToFreeName(partialPath, path)) == 0 else {
      if errno == EEXIST, !replaces { throw .exists(path: path) }
      throw .unwritable(path: path, reason: .system(errno))
    }
  }

  private func letGo() {
    isFinished = true
    unlink(partialPath)
    if isSynced { Synchronizing.name(of: path) }
    file.close()
  }
}

// MARK: - What killed runs leave

/// What a killed run has left of a file. Its name cannot occur by chance, and the file is not locked.
private struct Leftover {
  let path: String
  private let source: FileSource

  /// Those of the file at `path`.
  static func all(of path: String) -> [Leftover] {
    PartialName.all(of: path).compactMap { name in
      guard let source = try? FileSource(regular: name), !source.isBeingWritten else { return nil }
      return Leftover(path: name, source: source)
    }
  }

  /// Removes leftovers that begin like the file that is to be made, or that are the file at `path` itself.
  static func removeAll(of path: String, beginning: [UInt8]) {
    for leftover in all(of: path) {
      let start = try? leftover.source.read(at: 0, count: beginning.count)
      let isOurs = start.map { beginning.starts(with: $0) } ?? false
      if isOurs || leftover.isFile(at: path) { unlink(leftover.path) }
    }
  }

  /// Whether the file at `path` is the same one, which has two names.
  func isFile(at path: String) -> Bool {
    (try? FileSource(regular: path))?.identity == source.identity
  }
}

/// The name of a file until it is complete: its own, and behind that eight random hexadecimal digits.
private enum PartialName {
  private static let mark = ".partial-"

  static func new(of path: String) -> String {
    path + mark + UInt32.random(in: 0...UInt32.max).hexadecimal
  }

  /// Where files with such names are.
  static func all(of path: String) -> [String] {
    let folder = SegmentName.folder(of: path)
    let beginning = path.dropFirst(folder.count) + mark
    return SystemDisk().names(in: folder).filter { name in
      let digits = name.dropFirst(beginning.count)
      return name.hasPrefix(beginning) && UInt32(digits, radix: 16)?.hexadecimal == String(digits)
    }.map { folder + $0 }
  }
}

// MARK: - Logs

extension LogWriter {
  /// Writes the first frame of a log that has yet to get its name.
  package convenience init(
    into output: OutputFile, header: LogHeader, checkpoint: CheckpointDraft, shapes: [Shape]
  ) throws {
    try self.init(
      output.file, FrameIndex(), isSynced: false, header: header, gap: nil, storeList: nil,
      checkpoint: checkpoint, shapes: shapes)
  }

  /// Writes a log of frames that are made elsewhere.
  package convenience init(ofFramesInto output: OutputFile) { self.init(ofFramesInto: output.file) }
}
