package import Foundation
import PlayheadCoding

/// The names of the segments of a recording.
///
/// The log under the chosen name is the newest. Older segments are beside it with rising numbers:
/// `session.000001.playhead`, `session.000002.playhead`, `session.playhead`. Digits sort before letters, so
/// `cat session*.playhead` joins them in order.
package enum SegmentName {
  /// Six digits suffice for a segment per second for eleven days.
  private static let digits = 6

  /// The name of an older segment of the log at `path`.
  package static func path(of number: Int, of path: String) -> String {
    let (stem, ending) = split(path)
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, Self.digits - digits.count))
    return "\(stem).\(zeros)\(digits)\(ending)"
  }

  /// The number of an older segment of the log at `path`, from its file name; `nil` for other files.
  package static func number(of name: String, of path: String) -> Int? {
    numbers(among: [name], of: path).first
  }

  /// The numbers of the older segments of the log at `path` among file names, ascending. Skips names of other
  /// logs quickly, because a folder may have thousands.
  package static func numbers(among names: [String], of path: String) -> [Int] {
    let (stem, ending) = split(String(path[folderEnd(of: path)...]))
    let beginning = stem + "."
    return names.compactMap { number(of: $0, between: beginning, and: ending) }.sorted()
  }

  private static func number(
    of name: String, between beginning: String, and ending: String
  ) -> Int? {
    guard name.hasPrefix(beginning), name.hasSuffix(ending),
      name.utf8.count >= beginning.utf8.count + Self.digits + ending.utf8.count
    else { return nil }
    let number = name.dropFirst(beginning.count).dropLast(ending.count)
    // No recorder has used more digits. The next number must fit, too.
    guard number.count < 18, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(number).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The log whose older segment the file at `path` is, by its name, and the segment's number.
  package static func log(of path: String) -> (path: String, number: Int)? {
    let (stem, ending) = split(path)
    let name = String(path[folderEnd(of: path)...])
    // The log's own name may have no ending.
    for log in [split(stem).stem + ending, stem] {
      if let number = number(of: name, of: log) { return (log, number) }
    }
    return nil
  }

  /// The path of the next segment until it has its first frame.
  package static func nextPath(of path: String) -> String { path + ".next" }

  /// The folder of a path, up to the last slash.
  package static func folder(of path: String) -> String { String(path[..<folderEnd(of: path)]) }

  private static func folderEnd(of path: String) -> String.Index {
    path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
  }

  /// The path up to its extension, and the extension with its dot, if the name has one.
  private static func split(_ path: String) -> (stem: String, ending: String) {
    let name = path[folderEnd(of: path)...]
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (path, "") }
    return (String(path[..<dot]), String(path[dot...]))
  }
}

extension LogFormat {
  /// The path of the tail of the log at `path`.
  package static func tailPath(of path: String) -> String { place(of: path) + ".tail" }

  /// The path of the next tail until it takes the name of the one at `path`.
  package static func nextTailPath(of path: String) -> String { path + ".next" }

  /// The path of the log, with a symbolic link resolved: the files of a log are beside the log itself.
  package static func place(of path: String) -> String {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK,
      let real = realpath(path, nil)
    else { return path }
    defer { free(real) }
    return FileName.text(of: UnsafePointer(real))
  }
}

/// A segment that another file continues.
package struct OlderSegment {
  /// Its number among the segments.
  package let number: Int
  package let path: String
  /// The step of its first state; `nil` if that is unreadable.
  package let initialStep: Step?
  /// The time at which it begins, by the monotonic clock; `nil` if that is unreadable.
  package let start: Int64?
  package let source: any LogSource
  private let session: UUID?

  /// Whether its header names this recording; a damaged file may belong to another program.
  package var isCertain: Bool { session != nil }

  /// Its size in bytes.
  package var byteCount: Int { source.size }

  private init(number: Int, path: String, _ source: any LogSource) {
    (self.number, self.path, self.source) = (number, path, source)
    let log = try? LogReader(source, name: path)
    let readable = log.flatMap { $0.hasHeader ? $0 : nil }
    initialStep = readable?.initialStep
    start = readable?.header.start.monotonic
    session = readable?.header.session
  }
}

extension OlderSegment {
  /// The older segments of the log at `path`, in order: those of its session, and damaged ones.
  package static func all(of path: String, session: UUID, on disk: any Disk) -> [OlderSegment] {
    numbers(of: path, on: disk).compactMap { number in
      let segment = SegmentName.path(of: number, of: path)
      // The segment may just have been deleted.
      guard let source = try? disk.source(of: segment) else { return nil }
      let found = OlderSegment(number: number, path: segment, source)
      return found.session ?? session == session ? found : nil
    }
  }

  /// The numbers of the older segments beside `path`, by their names.
  package static func numbers(of path: String, on disk: any Disk) -> [Int] {
    SegmentName.numbers(among: disk.names(in: SegmentName.folder(of: path)), of: path)
  }
}
