import Foundation
import PlayheadCoding
import PlayheadLog

/// The kind of a file.
package enum FileKind: Sendable {
  case folder
  case file
  case symbolicLink
  /// A pipe or a device.
  case other

  /// The kind of the file at `path`, with symbolic links followed; `nil` if there is none.
  package init?(at path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }

  /// The kind of the file with the name `path` itself; `nil` if there is none.
  package init?(named path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }

  private init(_ facts: stat) {
    switch facts.st_mode & S_IFMT {
    case S_IFDIR: self = .folder
    case S_IFREG: self = .file
    case S_IFLNK: self = .symbolicLink
    default: self = .other
    }
  }

  /// Whether the user may run the file at `path`.
  package static func isExecutable(_ path: String) -> Bool {
    access(path, X_OK) == 0
  }
}
