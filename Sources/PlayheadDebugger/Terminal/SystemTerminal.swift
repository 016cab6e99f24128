package import PlayheadInspector
import Foundation
import PlayheadCoding
import PlayheadValues

/// The process's standard streams. Only this class uses them.
package final class SystemTerminal: Terminal {
  private var interrupts: Interrupts?
  private var editor: LineEditor?
  private var pager: Pager?
  /// Whether signals are caught only to keep the program from ending before its pager.
  private var endsForPager = false
  package let programFile: String?

  /// Turns the signal for a closed pipe into ``OutputError/closed``, so that a command can close its files.
  package init(programFile: String? = ProgramFile.path) {
    self.programFile = programFile
    // A handler instead of SIG_IGN, which child processes would inherit.
    signal(SIGPIPE) { _ in }
    // If the parent ignored it, the system would reap children before this program learns how they ended.
    signal(SIGCHLD, SIG_DFL)
  }

  private func descriptor(of stream: OutputStream) -> Int32 {
    switch stream {
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to stream: OutputStream
  ) throws(OutputError) {
    let descriptor = descriptor(of: stream)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitUntilWritable(descriptor)
      } else if errno != EINTR {
        throw errno == EPIPE ? .closed : .failed(reason: writingReason())
      }
    }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    while true {
      let count = systemRead(STDIN_FILENO, buffer)
      if count >= 0 { return count }
      if errno == EAGAIN {
        waitUntilReadable(STDIN_FILENO)
      } else if errno != EINTR {
        throw .failed(reason: lastReason())
      }
    }
  }

  package func isTerminal(_ stream: OutputStream) -> Bool {
    isatty(descriptor(of: stream)) == 1
  }

  package var isInputTerminal: Bool {
    isatty(STDIN_FILENO) == 1
  }

  package var width: Int? {
    windowWidth(pager?.terminal ?? STDOUT_FILENO) ?? windowWidth(STDERR_FILENO)
  }

  package var height: Int? {
    windowSize(STDOUT_FILENO).map { Int($0.ws_row) }.flatMap { $0 > 0 ? $0 : nil }
  }

  package func editLine(
    _ prompt: LinePrompt, _ completing: @escaping (String) -> Completion
  ) throws(InputError) -> EditedLine? {
    guard isInputTerminal, isTerminal(.output), environment("TERM") ?? "dumb" != "dumb" else {
      return nil
    }
    if editor == nil {
      editor = LineEditor(prompt.isRemembered ? HistoryFile(environment) : nil)
    }
    return editor?.read(prompt.editable, completing)
  }

  package func openPager() -> Bool {
    let command = environment("PAGER")
    guard command.map({ !["", "cat"].contains($0) }) ?? true else { return false }
    pager = Pager.start(command)
    if pager != nil, interrupts == nil {
      (interrupts, endsForPager) = (Interrupts {}, true)
    }
    return pager != nil
  }

  package var pagerIsRunning: Bool { pager?.isRunning ?? false }

  package func closePager() -> Bool {
    defer {
      pager = nil
      if endsForPager { (interrupts, endsForPager) = (nil, false) }
    }
    return pager?.close() ?? true
  }

  package var hasLineWaiting: Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return isInputTerminal && poll(&input, 1, 0) > 0
  }

  package func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  package func whenInterrupted(_ body: (@Sendable () -> String)?, code: ExitCode?) {
    // Releases the old handlers first, because their release restores earlier handlers.
    interrupts = nil
    interrupts = body.map { body in
      // Starts a new line, because the terminal has echoed '^C'.
      Interrupts(code: code?.rawValue) { writeLastWords("\n\(body())\n") }
    }
  }

  package func raiseWhenInterrupted(_ flag: InterruptFlag?) {
    interrupts = nil
    interrupts = flag.map(Interrupts.init)
  }

  package func interrupt() {
    guard interrupts?.signals.contains(SIGINT) == true else { return }
    kill(getpid(), SIGINT)
    while true { sleep(1) }
  }

  package func become(_ file: String, _ words: [String]) -> String {
    let words = table(words.map { word in word.withFileName { strdup($0) } })
    _ = file.withFileName { execv($0, words) }
    return lastReason()
  }

  package func pause(seconds: Double) {
    usleep(UInt32(seconds * 1_000_000))
  }

  func exit(_ code: ExitCode) -> Never {
    systemExit(code.rawValue)
  }
}

// C functions whose names the class's methods hide.

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

/// Writes to standard error at once. The process ends, so a failure does not matter.
private func writeLastWords(_ text: String) {
  let bytes = Array(text.printable.utf8)
  _ = bytes.withUnsafeBytes { systemWrite(STDERR_FILENO, $0) }
}

private func systemExit(_ code: Int32) -> Never {
  exit(code)
}

private func lastReason() -> String {
  String(cString: strerror(errno))
}

private func writingReason() -> String {
  errno == EBADF ? "it was closed before the command began" : lastReason()
}

/// For a full pipe that another process made non-blocking.
private func waitUntilWritable(_ descriptor: Int32) {
  var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  _ = poll(&request, 1, -1)
}

/// For an empty pipe that another process made non-blocking.
private func waitUntilReadable(_ descriptor: Int32) {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  _ = poll(&request, 1, -1)
}

extension LinePrompt {
  /// The prompt with libedit's marks around escapes. The space comes last, because libedit drops an escape
  /// at the end.
  fileprivate var editable: String {
    guard let style else { return text + " " }
    return "\u{1}\u{1B}[\(style.rawValue)m\u{2}\(text)\u{1}\u{1B}[0m\u{2} "
  }
}

/// The columns of a descriptor's terminal; `nil` if it is not a terminal.
func windowWidth(_ descriptor: Int32) -> Int? {
  windowSize(descriptor).flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
}

/// The window size of a descriptor's terminal; `nil` if it is not a terminal.
func windowSize(_ descriptor: Int32) -> winsize? {
  var size = winsize()
  #if canImport(Musl)
    let answer = ioctl(descriptor, Int32(TIOCGWINSZ), &size)
  #else
    let answer = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
  #endif
  return answer == 0 ? size : nil
}
