import Foundation

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
  /// Gives a new file the readers of the file at `model`, if the file system supports that.
  static func match(_ descriptor: Int32, _ model: String) {
    var own = stat()
    guard fstat(descriptor, &own) == 0, let mode = mode(of: own, like: model) else { return }
    fchmod(descriptor, mode)
  }

  /// Removes rights of others from a file that the file at `model` does not give them.
  package static func narrow(_ path: String, like model: String) {
    var own = stat()
    guard lstat(path, &own) == 0, own.st_mode & S_IFMT == S_IFREG,
      let mode = mode(of: own, like: model), own.st_mode & 0o777 & ~mode != 0
    else { return }
    chmod(path, own.st_mode & mode)
  }

  /// The mode of a file that is as open as the one at `model`. If the groups differ, the group gets the
  /// rights of others.
  private static func mode(of file: stat, like model: String) -> mode_t? {
    var facts = stat()
    guard stat(model, &facts) == 0 else { return nil }
    let others = facts.st_mode & 0o006
    let group = file.st_gid == facts.st_gid ? facts.st_mode & 0o060 : others << 3
    return 0o600 | group | others
  }
}
