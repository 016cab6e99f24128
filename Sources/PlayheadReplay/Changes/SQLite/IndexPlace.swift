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
  static func file(for log: LogReader) -> String? { log.hasFile ? log.name + ".index" : nil }

  /// Its file; nil for one that does not stay.
  var file: String? { if case .file(let path) = self { path } else { nil } }

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
