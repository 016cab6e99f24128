import Foundation
import PlayheadCoding

/// The names of a recording's files.
///
/// A flight recorder goes on in further files beside its log, its *segments*: after `session.playhead` comes
/// `session.2.playhead`, then `session.3.playhead`. All of them have one tail, `session.playhead.tail`.
package enum SegmentName {
  /// The name of a segment of the log at `path`. The first segment is the log itself.
  package static func path(of number: Int, of path: String) -> String {
    let (stem, ending) = split(path)
    return number > 1 ? "\(stem).\(number)\(ending)" : path
  }

  /// The log whose later segment the file at `path` is, by its name, and the segment's number; `nil` for other names.
  package static func log(of path: String) -> (path: String, number: Int)? {
    let (stem, ending) = split(path)
    // The log's own name may have no ending.
    let (log, digits) =
      isNumber(ending.dropFirst()) ? (stem, ending.dropFirst()) : inner(stem, ending)
    guard isNumber(digits), let number = Int(digits) else { return nil }
    return (log, number)
  }

  /// The path of the segment after the one at `path`, if there is one.
  package static func next(of path: String, on disk: any Disk) -> String? {
    let (log, number) = log(of: path) ?? (path, 1)
    return later(of: log, on: disk).first { $0 > number }.map { Self.path(of: $0, of: log) }
  }

  /// The numbers of the later segments of the log at `path` that are there, in order.
  package static func later(of path: String, on disk: any Disk) -> [Int] {
    let folder = folder(of: path)
    return disk.names(in: folder).compactMap { name in
      Self.log(of: folder + name).flatMap { $0.path == path ? $0.number : nil }
    }.sorted()
  }

  private static func inner(_ stem: String, _ ending: String) -> (log: String, digits: Substring) {
    let (start, number) = split(stem)
    return (start + ending, number.dropFirst())
  }

  /// Whether these are the digits of a later segment's number.
  private static func isNumber(_ digits: Substring) -> Bool {
    1..<18 ~= digits.count && digits.allSatisfy { $0.isASCII && $0.isNumber }
      && digits.first != "0" && digits != "1"
  }

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

  /// The path of the log, with a symbolic link resolved: the files of a log are beside the log itself.
  package static func place(of path: String) -> String {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK,
      let real = realpath(path, nil)
    else { return path }
    defer { free(real) }
    return String(validatingCString: real) ?? path
  }
}
