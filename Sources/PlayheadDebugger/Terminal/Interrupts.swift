import Dispatch
import Synchronization

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
  private static let ends = [SIGINT, SIGTERM, SIGHUP]
  /// So many times Ctrl-C without an answer, and the program ends: a command may be stuck in a store.
  private static let patience = 3

  private let sources: [(signal: Int32, source: any DispatchSourceSignal)]
  private static let allCaught = Mutex<Set<Int32>>([])

  /// The signals that are caught at the time, by whom ever.
  static var caught: Set<Int32> { allCaught.withLock { $0 } }

  /// On the first of the signals, does `work` on another thread, and ends the process with `code`, or
  /// without one as the shell expects it: with 128 and the signal's number.
  convenience init(code: Int32? = nil, then work: @escaping @Sendable () -> Void) {
    self.init(Self.ends) { number in
      work()
      _exit(code ?? 128 + number)
    }
  }

  /// Each time at Ctrl-C raises `flag`, until that was in vain too often.
  convenience init(raising flag: InterruptFlag) {
    self.init([SIGINT]) { number in
      if flag.raise() >= Self.patience { _exit(128 + number) }
    }
  }

  private init(_ signals: [Int32], react: @escaping @Sendable (Int32) -> Void) {
    let queue = DispatchQueue(label: "playhead.interrupts")
    let watching = DispatchGroup()
    sources = signals.compactMap { number in
      // A source only watches; the signal's own effect must be turned off.
      guard !isIgnored(signal(number, SIG_IGN)) else { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { react(number) }
      watching.enter()
      source.setRegistrationHandler { watching.leave() }
      source.resume()
      return (number, source)
    }
    Self.allCaught.withLock { [sources] in $0.formUnion(sources.map(\.signal)) }
    // Another thread begins to watch. What comes before would be lost: nothing happens then.
    watching.wait()
  }

  /// The signals that are caught.
  var signals: [Int32] { sources.map(\.signal) }

  deinit {
    for (number, source) in sources {
      source.cancel()
      signal(number, SIG_DFL)
    }
    Self.allCaught.withLock { $0.subtract(signals) }
  }
}

/// Whether this is how a signal is ignored. Handlers of C cannot be compared, their addresses can.
private func isIgnored<Handler>(_ handler: Handler) -> Bool {
  unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
}
