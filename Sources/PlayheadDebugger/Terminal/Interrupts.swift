import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Catches the signals by which a program is told to end, for as long as the object lives.
final class Interrupts {
  /// Ctrl-C, `kill`, and a terminal's window that is closed.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private let sources: [any DispatchSourceSignal]

  /// On the first of the signals, does `work` on another thread, says what it returns, and ends
  /// the process as the shell expects it: with 128 and the signal's number.
  init(then work: @escaping @Sendable () -> String) {
    let queue = DispatchQueue(label: "playhead.interrupts")
    sources = Self.signals.map { number in
      // A source only watches; the signal's own effect must be turned off.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        // The terminal has written '^C' into the line.
        let text = Array("\n\(work())\n".utf8)
        _ = write(STDERR_FILENO, text, text.count)
        _exit(128 + number)
      }
      source.resume()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
    for number in Self.signals { signal(number, SIG_DFL) }
  }
}
