import Foundation

/// The system's limit on how long files may get (`ulimit -f`).
package enum FileSizeLimit {
  /// Makes a write beyond the limit fail as one to a full disk does, where the system would end the process
  /// in the midst of it.
  package static func becomeError() {
    // A program that is started inherits what is ignored, and no handler.
    signal(SIGXFSZ) { _ in }
  }
}
