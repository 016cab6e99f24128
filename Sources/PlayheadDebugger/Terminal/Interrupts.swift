import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Catches the signals by which a program is told to end, for as long as the object lives.
///
/// One that is ignored already stays so: `nohup` and shells without job control start programs in
/// this way, and mean it.
final class Interrupts {
  /// Ctrl-C, `kill`, and a terminal's window that is closed.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private let sources: [(signal: Int32, source: any DispatchSourceSignal)]

  /// On the first of the signals, does `work` on another thread, and ends the process with `code`, or
  /// without one as the shell expects it: with 128 and the signal's number.
  init(code: Int32? = nil, then work: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "playhead.interrupts")
    let watching = DispatchGroup()
    sources = Self.signals.compactMap { number in
      // A source only watches; the signal's own effect must be turned off.
      guard !isIgnored(signal(number, SIG_IGN)) else { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        work()
        _exit(code ?? 128 + number)
      }
      watching.enter()
      source.setRegistrationHandler { watching.leave() }
      source.resume()
      return (number, source)
    }
    // Another thread begins to watch. What comes before would be lost: nothing happens then.
    watching.wait()
  }

  deinit {
    for (number, source) in sources {
      source.cancel()
      signal(number, SIG_DFL)
    }
  }
}

/// Whether this is how a signal is ignored. Handlers of C cannot be compared, their addresses can.
private func isIgnored<Handler>(_ handler: Handler) -> Bool {
  unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
}
