import Foundation

/// The system's limit on the size of files (`ulimit -f`).
package enum FileSizeLimit {
  /// Makes a write beyond the limit fail like a write to a full disk. By default the system kills the process
  /// during the write.
  package static func becomeError() {
    // A handler instead of SIG_IGN, which child processes would inherit.
    signal(SIGXFSZ) { _ in }
  }
}

/// The system's limit on open files (`ulimit -n`).
enum OpenFileLimit {
  /// The open files of a command that reads one log and writes another: both logs, the files for the next
  /// process after a trap (three), the pipe for signals (two), and one temporary file.
  private static let needed = 8

  /// Throws ``TooFewFiles`` if fewer than `needed` more files can be opened. A system library that cannot
  /// open a file may end the process without a message.
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

/// The system's limit allows fewer open files than a command needs.
struct TooFewFiles: Error, CustomStringConvertible {
  let possible: Int
  let needed: Int

  /// The limit and the fix.
  var description: String {
    "only \(Format.count(possible, "more file")) can be opened, and the command needs \(needed); 'ulimit -n 256' "
      + "raises the limit"
  }
}

/// Standard input, output and error.
enum StandardStreams {
  /// Opens `/dev/null` in the place of each stream that the parent process closed. Otherwise the next opened file
  /// gets the stream's number, and what is written to the stream goes into that file. Only messages can be
  /// written there: results that cannot be written are an error.
  static func open() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(stream, F_GETFD) < 0 {
      _ = Foundation.open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
