/// The world at the other end of the standard streams: bytes, and what is known about the device.
package protocol Terminal: AnyObject {
  /// Writes all of `bytes`.
  func write(_ bytes: UnsafeRawBufferPointer, to stream: OutputStream) throws(OutputError)
  /// Reads some bytes of standard input into `buffer`; 0 at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int
  /// Whether a person looks at `stream`.
  func isTerminal(_ stream: OutputStream) -> Bool
  /// Whether a person types into standard input.
  var isInputTerminal: Bool { get }
  /// How many columns the terminal shows; `nil` where there is none.
  var width: Int? { get }
  /// How many lines the terminal shows; `nil` where there is none.
  var height: Int? { get }
  /// Reads a line that a person edits, behind `prompt`, with earlier lines at hand; `completing` tells how
  /// the line up to the caret may go on. `nil` where lines cannot be edited.
  func editLine(
    _ prompt: LinePrompt, _ completing: @escaping (String) -> Completion
  ) throws(InputError) -> EditedLine?
  /// Starts the pager, which gets all output until it is closed. False if there is none.
  func openPager() -> Bool
  /// Waits until the reader has left the pager.
  func closePager()
  /// Whether a typed line waits to be read.
  var hasLineWaiting: Bool { get }
  /// A variable of the environment.
  func environment(_ name: String) -> String?
  /// Lets `body` run, on another thread, when the program is told to end (Ctrl-C, a closed window);
  /// what it returns is written to standard error, and the program ends, with `code` if that is how
  /// the command is meant to end. With `nil` it ends at once again.
  func whenInterrupted(_ body: (@Sendable () -> String)?, code: ExitCode?)
  /// Does as Ctrl-C does where it is no key that an editor takes: what ``whenInterrupted(_:code:)`` was told, which ends
  /// the program. Comes back where it is to go on.
  func interrupt()
  /// From now on Ctrl-C raises `flag` and the program goes on; with `nil` it ends the program again. So it
  /// does when nobody has lowered the flag at the third time.
  func raiseWhenInterrupted(_ flag: InterruptFlag?)
  /// The file of the running program; nil if it is not known.
  var programFile: String? { get }
  /// Makes the process the program in `file`, called with these words, with the same terminal and input. Gives the reason if that
  /// cannot be.
  func become(_ file: String, _ words: [String]) -> String
  /// Waits.
  func pause(seconds: Double)
}

extension Terminal {
  /// Not every terminal has a process.
  package func become(_ file: String, _ words: [String]) -> String { "there is no process" }

  /// Not every terminal can tell.
  package var hasLineWaiting: Bool { false }

  /// None.
  package var programFile: String? { nil }

  /// Lets `body` run when the program is told to end, which is not how it was meant to.
  package func whenInterrupted(_ body: (@Sendable () -> String)?) {
    whenInterrupted(body, code: nil)
  }
}

/// A standard stream that is written to.
package enum OutputStream: Sendable {
  /// Results.
  case output
  /// Everything that is not a result: errors, progress.
  case error
}

/// Standard output or standard error cannot be written.
package enum OutputError: Error, Equatable {
  /// The reader went away, as `head` does when it has seen enough.
  case closed
  /// The system refuses, for the reason it gives.
  case failed(reason: String)
}

/// Standard input cannot be read.
package enum InputError: Error, Equatable {
  /// The system refuses, for the reason it gives.
  case failed(reason: String)
  /// It goes on for more than `limit` bytes without the end that was waited for.
  case endless(limit: Int)
}

extension OutputError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .closed: "the output was closed"
    case .failed(let reason): "the output cannot be written: \(reason)"
    }
  }
}

extension InputError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .failed(let reason): "standard input cannot be read: \(reason)"
    case .endless(let limit):
      "standard input goes on for more than \(Format.bytes(UInt64(limit))), and may have no end; write it "
        + "into a file and name that"
    }
  }
}
