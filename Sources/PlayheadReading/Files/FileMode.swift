import Foundation
import PlayheadLog

/// Who may read and write a file, subject to the user's mask.
///
/// A file made from a log has the log's mode; from a log and its tail, only what both allow.
package struct FileMode: OptionSet, Sendable {
  /// The bits as the system has them.
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue & 0o666 }

  /// For the owner only: for personal data.
  package static let owner = FileMode(rawValue: 0o600)
  /// The usual mode of files.
  package static let usual = FileMode(rawValue: 0o666)
}

// MARK: - Files

extension FileMode {
  /// Removes rights of others from a file that the file at `model` does not give them.
  package static func narrow(_ path: String, like model: String) {
    var own = stat()
    guard lstat(path, &own) == 0, own.st_mode & S_IFMT == S_IFREG,
      let mode = Descriptor.mode(of: own, like: model), own.st_mode & 0o777 & ~mode != 0
    else { return }
    chmod(path, own.st_mode & mode)
  }

  /// Removes rights from a file that the mode does not have.
  static func narrow(_ path: String, to mode: FileMode) {
    var own = stat()
    if lstat(path, &own) == 0 { chmod(path, own.st_mode & mode_t(mode.rawValue)) }
  }
}
