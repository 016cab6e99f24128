import Foundation
import PlayheadCoding

/// The names of a recording's files, if it is one of several segments.
///
/// The log under the name that was chosen has the newest actions. Older segments lie beside it, with a
/// number in front of the ending that rises with their age in reverse: `session.000001.playhead`,
/// `session.000002.playhead`, and then `session.playhead`. Digits sort before letters, so that
/// `cat session*.playhead` joins them in order.
package enum SegmentName {
  /// Six digits are enough for a segment each second for eleven days.
  private static let digits = 6

  /// The name of an older segment of the log at `path`.
  package static func path(of number: Int, of path: String) -> String {
    let (stem, ending) = split(path)
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, Self.digits - digits.count))
    return "\(stem).\(zeros)\(digits)\(ending)"
  }

  /// The number of an older segment of the log at `path`, by its name in their folder; nil if it is
  /// none.
  package static func number(of name: String, of path: String) -> Int? {
    numbers(among: [name], of: path).first
  }

  /// The numbers of the older segments of the log at `path` among the names in their folder, ascending.
  ///
  /// A folder may have thousands of logs, each of which is opened so: another log's name costs a look at its
  /// first bytes.
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
    // No recorder came to more digits; the next number must be one, too.
    guard number.count < 18, number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(number).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The log of which the file at `path` is an older segment, by its name, and its number.
  package static func log(of path: String) -> (path: String, number: Int)? {
    let (stem, ending) = split(path)
    let name = String(path[folderEnd(of: path)...])
    // The log's own name may have no ending.
    for log in [split(stem).stem + ending, stem] {
      if let number = number(of: name, of: log) { return (log, number) }
    }
    return nil
  }

  /// Where the next segment is written until it has its first frame.
  package static func nextPath(of path: String) -> String { path + ".next" }

  /// The folder's part of a path, up to its last slash.
  static func folder(of path: String) -> String { String(path[..<folderEnd(of: path)]) }

  private static func folderEnd(of path: String) -> String.Index {
    path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
  }

  /// The path up to its ending, and the ending with its dot; a name without one has none.
  private static func split(_ path: String) -> (stem: String, ending: String) {
    let name = path[folderEnd(of: path)...]
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (path, "") }
    return (String(path[..<dot]), String(path[dot...]))
  }
}

extension LogFormat {
  /// Where the tail of the log at `path` is.
  package static func tailPath(of path: String) -> String { place(of: path) + ".tail" }

  /// Where the next tail is until it takes the name of the one at `path`.
  package static func nextTailPath(of path: String) -> String { path + ".next" }

  /// Where the log at `path` is: if that is a symbolic link, where it leads. What belongs to a log lies
  /// beside the log, and not beside whatever leads to it.
  package static func place(of path: String) -> String {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK,
      let real = realpath(path, nil)
    else { return path }
    defer { free(real) }
    return FileName.text(of: UnsafePointer(real))
  }
}
