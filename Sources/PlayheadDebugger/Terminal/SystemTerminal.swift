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

  package func write(_ bytes: [UInt8], to stream: OutputStream) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.write(stream.descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        wait(for: POLLOUT, on: stream.descriptor)
      } else if errno == EBADF {
        throw .failed(reason: "it was closed before the command began")
      } else if errno != EINTR {
        throw errno == EPIPE ? .closed : .failed(reason: lastReason())
      }
    }
  }

  package func read() throws(InputError) -> [UInt8] {
    while true {
      var (count, fault) = (0, Int32(0))
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.readSize) { buffer, length in
        count = Foundation.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        fault = errno
        length = max(0, count)
      }
      if count >= 0 { return bytes }
      if fault == EAGAIN {
        wait(for: POLLIN, on: STDIN_FILENO)
      } else if fault != EINTR {
        throw .failed(reason: String(cString: strerror(fault)))
      }
    }
  }

  /// The bytes per read: the capacity of a pipe on Linux.
  static let readSize = 65_536

  /// Waits for a pipe that another process made non-blocking.
  private func wait(for event: some BinaryInteger, on descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    _ = poll(&request, 1, -1)
  }

  package func isTerminal(_ stream: OutputStream) -> Bool { isatty(stream.descriptor) == 1 }

  package var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  package var width: Int? {
    let sizes = [pager?.terminal ?? STDOUT_FILENO, STDERR_FILENO].compactMap(windowSize)
    return sizes.map { Int($0.ws_col) }.first { $0 > 0 }
  }

  package var height: Int? {
    windowSize(STDOUT_FILENO).flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
  }

  package func editLine(
    _ prompt: LinePrompt, _ completing: @escaping (String) -> Completion
  ) throws(InputError) -> EditedLine? {
    guard isInputTerminal, isTerminal(.output), environment("TERM") ?? "dumb" != "dumb" else {
      return nil
    }
    if editor == nil {
      editor = LineEditor(history: prompt.isRemembered ? historyFile(environment) : nil)
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
      Interrupts(code: code?.rawValue) {
        // The process ends, so a failure does not matter.
        let bytes = Array("\n\(body())\n".printable.utf8)
        _ = Foundation.write(STDERR_FILENO, bytes, bytes.count)
      }
    }
  }

  package func raiseWhenInterrupted(_ flag: InterruptFlag?) {
    interrupts = nil
    interrupts = flag.map(Interrupts.init)
  }

  package func interrupt() {
    guard interrupts?.catchesInterrupt == true else { return }
    kill(getpid(), SIGINT)
    while true { sleep(1) }
  }

  package func become(_ file: String, _ words: [String]) -> String {
    let words = table(words.map { strdup($0) })
    execv(file, words)
    return lastReason()
  }

  package func pause(seconds: Double) {
    usleep(UInt32(seconds * 1_000_000))
  }

  package func browse(_ address: String) {
    #if os(macOS)
      let opener = "open"
    #else
      let opener = "xdg-open"
    #endif
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [opener, address]
    // A browser may write to both for hours.
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardInput = FileHandle.nullDevice
    try? process.run()
  }

  private func lastReason() -> String { String(cString: strerror(errno)) }
}

extension OutputStream {
  fileprivate var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }
}

extension LinePrompt {
  /// The prompt with libedit's marks around escapes. The space comes last, because libedit drops an escape
  /// at the end.
  fileprivate var editable: String {
    guard let style else { return text + " " }
    return "\u{1}\u{1B}[\(style.rawValue)m\u{2}\(text)\u{1}\u{1B}[0m\u{2} "
  }
}

/// The window size of a descriptor's terminal; `nil` if it is not a terminal.
private func windowSize(_ descriptor: Int32) -> winsize? {
  var size = winsize()
  #if canImport(Musl)
    let answer = ioctl(descriptor, Int32(TIOCGWINSZ), &size)
  #else
    let answer = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
  #endif
  return answer == 0 ? size : nil
}
