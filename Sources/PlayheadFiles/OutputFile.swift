import Foundation
package import PlayheadCoding
package import PlayheadLog

/// A file that a command makes: it gets its name only when it is whole, and takes no other file's unless it
/// `replaces` that one.
///
/// Until then it lies beside its place under a name of its own, locked. What is not made whole is taken away: by this
/// process, or, where that was killed, by the next run that makes the same file.
package final class OutputFile {
  /// The name that it gets.
  package let path: String
  /// Where it is until then.
  package let partialPath: String
  let file: any LogFile
  private let replaces: Bool
  private let isSynced: Bool
  private var isFinished = false

  /// Begins a log, which must not be there yet. Only if it `isSynced`, it would survive a loss of power from the
  /// moment on at which it gets its name.
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

  /// Finds out, before all the work, whether a log can be made at `path`; nothing is there then.
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
  /// Gives files their names, all of them or none. That the last has its own says that all of them have. None of
  /// several files replaces another, which could not be brought back.
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

  /// Goes on where a run was killed while it gave these files their names: unless the last has its own, those that have
  /// theirs are taken back.
  ///
  /// Each of those still has its first name as well, by which it is known.
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
    // A link, other than a new name, does not replace what got the name meanwhile.
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

  /// Takes them away if they begin as the file does, which now is to be made again, or are the file that is there.
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

/// The name under which a file lies until it is whole: its own, behind that a number, and a checksum of both.
private enum PartialName {
  private static let mark = ".partial-"
  /// Of a number of 32 bits: a file's name can be 255 bytes long, and this takes some of them.
  private static let digits = 8

  static func new(of path: String) -> String {
    let name = path[folderEnd(of: path)...]
    return path + mark + ending(UInt32.random(in: 0...UInt32.max), of: name)
  }

  /// Where files with such names are.
  static func all(of path: String) -> [String] {
    let (folder, name) = (path[..<folderEnd(of: path)], path[folderEnd(of: path)...])
    return SystemDisk().names(in: String(folder)).filter { other in
      guard other.hasPrefix(name + mark) else { return false }
      let ending = other.dropFirst(name.count + mark.count)
      guard let number = UInt32(ending.prefix(digits), radix: 16) else { return false }
      return ending == self.ending(number, of: name)
    }.map { String(folder) + $0 }
  }

  private static func ending(_ number: UInt32, of name: Substring) -> String {
    let checksum = Array(name.utf8).withUnsafeBytes { XXHash.hash64($0, seed: UInt64(number)) }
    return [number, UInt32(truncatingIfNeeded: checksum)].map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: digits - text.count) + text
    }.joined()
  }

  private static func folderEnd(of path: String) -> String.Index {
    path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
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
