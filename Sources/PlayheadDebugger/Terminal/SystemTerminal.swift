#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The process's own standard streams: the one place that touches them.
package final class SystemTerminal: Terminal {
  private var interrupts: Interrupts?

  /// The process's standard streams. A reader that goes away becomes ``OutputError/closed`` instead
  /// of a signal, so that a command can close what it has open.
  package init() {
    signal(SIGPIPE, SIG_IGN)
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to stream: OutputStream
  ) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = systemWrite(stream.descriptor, UnsafeRawBufferPointer(rebasing: rest))
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitUntilWritable(stream.descriptor)
      } else if errno != EINTR {
        throw errno == EPIPE ? .closed : .failed(reason: lastReason())
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
    isatty(stream.descriptor) == 1
  }

  package var isInputTerminal: Bool {
    isatty(STDIN_FILENO) == 1
  }

  package var width: Int? {
    windowWidth(STDOUT_FILENO) ?? windowWidth(STDERR_FILENO)
  }

  package func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  package func whenInterrupted(_ body: (@Sendable () -> String)?, code: ExitCode?) {
    // First the old ones go: what they caught counts as ignored.
    interrupts = nil
    interrupts = body.map { body in
      // The terminal has written '^C' into the line.
      Interrupts(code: code?.rawValue) { writeLastWords("\n\(body())\n") }
    }
  }

  package func pause(seconds: Double) {
    usleep(UInt32(seconds * 1_000_000))
  }

  /// Ends the process.
  func exit(_ code: ExitCode) -> Never {
    systemExit(code.rawValue)
  }
}

extension OutputStream {
  fileprivate var descriptor: Int32 {
    switch self {
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }
}

// The calls whose names the class's own methods hide.

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

/// Writes to standard error at once. The process ends, so nobody is left to be told of a failure.
private func writeLastWords(_ text: String) {
  let bytes = Array(text.utf8)
  _ = bytes.withUnsafeBytes { systemWrite(STDERR_FILENO, $0) }
}

private func systemExit(_ code: Int32) -> Never {
  exit(code)
}

private func lastReason() -> String {
  String(cString: strerror(errno))
}

/// A pipe that another process made non-blocking is full.
private func waitUntilWritable(_ descriptor: Int32) {
  var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  _ = poll(&request, 1, -1)
}

/// A pipe that another process made non-blocking is empty.
private func waitUntilReadable(_ descriptor: Int32) {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  _ = poll(&request, 1, -1)
}

private func windowWidth(_ descriptor: Int32) -> Int? {
  var size = winsize()
  #if canImport(Musl)
    let answer = ioctl(descriptor, Int32(TIOCGWINSZ), &size)
  #else
    let answer = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
  #endif
  return answer == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
}
