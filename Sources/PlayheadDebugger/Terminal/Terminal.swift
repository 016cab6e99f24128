import Foundation
import PlayheadCoding
package import PlayheadInspector
import PlayheadReading
package import PlayheadValues
import Synchronization

/// The standard streams and the terminal behind them.
package protocol Terminal: AnyObject {
  func write(_ bytes: [UInt8], to stream: OutputStream) throws(OutputError)
  /// Reads some bytes of standard input; none at the end.
  func read() throws(InputError) -> [UInt8]
  func isTerminal(_ stream: OutputStream) -> Bool
  var isInputTerminal: Bool { get }
  /// The columns of the terminal; `nil` without a terminal.
  var width: Int? { get }
  /// The lines of the terminal; `nil` without a terminal.
  var height: Int? { get }
  /// Reads a line with a line editor and its history. `completing` gets the line up to the cursor, and
  /// returns its completions. `nil` if the terminal cannot edit lines.
  func editLine(
    _ prompt: LinePrompt, _ completing: @escaping (String) -> Completion
  ) throws(InputError) -> EditedLine?
  /// Starts the pager, which gets all output until it is closed. `false` if there is no pager.
  func openPager() -> Bool
  /// Whether the user has not left the open pager yet.
  var pagerIsRunning: Bool { get }
  /// Waits until the user leaves the pager. Returns `false` if the pager's program could not be started.
  func closePager() -> Bool
  /// Whether the user has typed a line that is not read yet.
  var hasLineWaiting: Bool { get }
  func environment(_ name: String) -> String?
  /// Runs `body` on another thread when a signal ends the program (Ctrl-C, a closed window). Writes the
  /// result to standard error and ends the program, with `code` if Ctrl-C is the usual end of the command.
  /// `nil` restores the signals' usual effect.
  func whenInterrupted(_ body: (@Sendable () -> String)?, code: ExitCode?)
  /// Acts like Ctrl-C outside the line editor. After ``whenInterrupted(_:code:)`` it ends the program; else
  /// it returns.
  func interrupt()
  /// Makes Ctrl-C raise `flag` instead of ending the program; `nil` undoes that. The third Ctrl-C ends the
  /// program if the flag was not lowered in between.
  func raiseWhenInterrupted(_ flag: InterruptFlag?)
  /// The file of the running program; `nil` if unknown.
  var programFile: String? { get }
  /// Replaces this program with the one in `file`, with these arguments and the same terminal. Returns only
  /// on failure, with the reason.
  func become(_ file: String, _ words: [String]) -> String
  func pause(seconds: Double)
  /// Opens an address in the user's browser. Does nothing if that is impossible.
  func browse(_ address: String)
}

extension Terminal {
  package func become(_ file: String, _ words: [String]) -> String { "there is no process" }

  package var hasLineWaiting: Bool { false }

  package func browse(_ address: String) {}

  /// Runs `body` when a signal ends the program, for a command that usually ends by itself.
  package func whenInterrupted(_ body: (@Sendable () -> String)?) {
    whenInterrupted(body, code: nil)
  }

  /// Makes the file at `path`. When a signal ends the program, removes it while it is incomplete, and says so.
  func makingRemovable(_ path: String, _ make: () throws -> OutputFile) throws -> OutputFile {
    let partial = PartialFile()
    // The handler waits until the file is made, on its own thread.
    return try partial.path.withLock { known in
      whenInterrupted {
        partial.path.withLock { if let path = $0 { _ = unlink(path) } }
        return "stopped: '\(path)' was not written"
      }
      let file = try make()
      known = file.partialPath
      return file
    }
  }
}

/// The path of an incomplete file, once it is made.
private final class PartialFile: Sendable {
  let path = Mutex<String?>(nil)
}

package enum OutputStream: Sendable {
  /// Results.
  case output
  /// Everything else: errors and progress.
  case error
}

/// A failure to write to standard output or standard error.
package enum OutputError: Error, CustomStringConvertible {
  /// The reader has closed the pipe, as `head` does.
  case closed
  case failed(reason: String)

  package var description: String {
    switch self {
    case .closed: "the output was closed"
    case .failed(let reason): "the output cannot be written: \(reason)"
    }
  }
}

/// A failure to read standard input.
package enum InputError: Error, Equatable, CustomStringConvertible {
  case failed(reason: String)
  /// The input has more than `limit` bytes, without the expected end.
  case endless(limit: Int)

  package var description: String {
    switch self {
    case .failed(let reason): "standard input cannot be read: \(reason)"
    case .endless(let limit):
      "standard input is longer than \(Format.bytes(UInt64(limit))) and may be endless; write it into a "
        + "file and name that file"
    }
  }
}

package struct LinePrompt: Sendable {
  /// The text, without the space after it.
  package let text: String
  /// The text's style where colors are on.
  package let style: Style?
  /// Whether to keep typed lines for later sessions. Lines for an app may be secret.
  package let isRemembered: Bool

  package init(_ text: String, _ style: Style? = nil, isRemembered: Bool = true) {
    (self.text, self.style, self.isRemembered) = (text.visible, style, isRemembered)
  }
}

package enum EditedLine: Equatable, Sendable {
  case line(String)
  case cancelled
  case end
}

package struct Completion: Equatable, Sendable {
  /// The text to complete, at the end of the line. All ``words`` begin with it.
  package var typed: String
  package var words: [String]
  /// The character to add after the word if there is only one.
  package var end: Character?

  /// Leaves out `words` with control characters, which the user cannot type.
  package init(of typed: String, _ words: [String] = [], end: Character? = nil) {
    (self.typed, self.end) = (typed, end)
    self.words = words.filter { $0 == $0.visible }
  }

  /// The common beginning of all words.
  package var common: String {
    guard let first = words.first else { return typed }
    return words.dropFirst().reduce(first) { common, word in
      String(zip(common, word).prefix { $0 == $1 }.map(\.0))
    }
  }
}
