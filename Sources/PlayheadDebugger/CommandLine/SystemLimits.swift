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

/// The system's limit on how many files may be open (`ulimit -n`).
enum OpenFileLimit {
  /// How many files a command opens that reads one log and writes another: both, what is left for the next
  /// process where a store traps (three), the pipe for signals (two), and one that is opened for a moment.
  private static let needed = 8

  /// Throws ``TooFewFiles`` if fewer than `needed` more files can be opened. Where a system library cannot open one, it may end
  /// the process without a word.
  static func check() throws(TooFewFiles) {
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    while files.count < needed {
      let file = open("/", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else {
        let isLimit = errno == EMFILE || errno == ENFILE
        if isLimit { throw TooFewFiles(possible: files.count, needed: needed) }
        return
      }
      files.append(file)
    }
  }
}

/// That the system does not let the program open as many files as a command needs.
struct TooFewFiles: Error, CustomStringConvertible {
  let possible: Int
  let needed: Int

  /// How many there may be, and the way out.
  var description: String {
    "only \(Format.count(possible, "more file")) may be open, and a command needs \(needed); 'ulimit -n 256' raises the limit"
  }
}
