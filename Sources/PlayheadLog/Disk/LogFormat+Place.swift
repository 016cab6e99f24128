import Foundation
import PlayheadCoding

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
