import PlayheadFiles
import PlayheadLog

/// Where an index is.
package enum IndexPlace: Hashable, Sendable {
  /// In a file beside the log.
  case file(String)
  /// In a file that is gone with the process.
  case temporary
  /// In memory.
  case memory

  /// A shorter log is most often gone through again sooner than a file beside it is worth.
  private static let keptFrom = 65_536
  /// So few actions take long only where the machine does something else.
  private static let triedFrom = 512

  private static let ending = ".index"

  /// Where the index of `log` may be, the best place first. Memory as the first of several is for a pass that
  /// is soon over.
  static func all(for log: LogReader) -> [IndexPlace] {
    guard let file = file(for: log), log.actionCount >= triedFrom else {
      return log.actionCount >= keptFrom ? [.temporary, .memory] : [.memory]
    }
    let places: [IndexPlace] = [.file(file), .temporary, .memory]
    let isKept = log.actionCount >= keptFrom || FileKind(at: file) != nil
    return isKept ? places : [.memory] + places
  }

  /// The file that the index of `log` may be in; nil if it has none beside it.
  static func file(for log: LogReader) -> String? { log.hasFile ? log.name + ending : nil }

  /// Its file; nil for one that does not stay.
  var file: String? { if case .file(let path) = self { path } else { nil } }

  /// Whether nobody else has a file under its name, or under those that SQLite would use or take away beside it.
  /// A symbolic link is not followed.
  var isFree: Bool {
    guard let file else { return true }
    let kind = FileKind(named: file)
    guard kind ?? .file == .file, FileKind(named: file + "-wal") == nil else { return false }
    guard let journal = FileKind(named: file + "-journal") else { return true }
    // Where there is no database, SQLite has left no journal.
    return kind != nil && journal == .file && Self.isJournal(file + "-journal")
  }

  /// Whether a file begins as SQLite's journals do: those that count, and those that do not any more.
  private static func isJournal(_ path: String) -> Bool {
    guard let start = try? SystemDisk().source(of: path).read(at: 0, count: 8) else { return false }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    return start == magic || start.allSatisfy { $0 == 0 }
  }

  /// The log beside which the file is.
  private var log: String? {
    file.flatMap { $0.hasSuffix(Self.ending) ? String($0.dropLast(Self.ending.count)) : nil }
  }

  /// Makes the file, if there is none, for SQLite to fill: whoever may read the log may read its index, and
  /// nobody else.
  func makeFile() {
    if let file, FileKind(named: file) == nil { FileMode.makeFile(file, like: log ?? file) }
  }

  /// The same for a file that is there already, and is an index.
  func narrowFile() {
    if let file, let log { FileMode.narrow(file, like: log) }
  }

  /// As SQLite wants it named. What begins with `file:` would be an address.
  var name: String {
    switch self {
    case .file(let path): path.hasPrefix("/") ? path : "./" + path
    case .temporary: ""
    case .memory: ":memory:"
    }
  }

  /// Deletes the file and what SQLite has beside it. Returns whether there is room for another now.
  func clear() -> Bool {
    guard let file else { return false }
    SystemDisk().remove(file + "-journal")
    return FileKind(at: file) != nil && SystemDisk().remove(file)
  }
}
