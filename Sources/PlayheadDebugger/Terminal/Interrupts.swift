import Foundation
import PlayheadInspector
import Synchronization

/// Catches the signals that end a program, as long as the object exists.
///
/// An ignored signal stays ignored: `nohup` and shells without job control start programs this way on
/// purpose. No signal is lost: each has its usual effect, or reaches the reaction. A program that is
/// started in the meantime gets the usual signals, because `exec` removes handlers.
final class Interrupts {
  /// Ctrl-C, `kill`, and a closed terminal window.
  fileprivate static let ends = [SIGINT, SIGTERM, SIGHUP]
  /// The number of unanswered Ctrl-Cs that end the program: a command may be stuck in a store.
  private static let interruptsToQuit = 3

  /// What the caught signals did before.
  private let earlier: [(signal: Int32, action: sigaction)]

  /// At the first signal, runs `work` on another thread, and ends the process with `code`. The default is
  /// the shell's convention: 128 plus the signal's number.
  convenience init(code: Int32? = nil, then work: @escaping @Sendable () -> Void) {
    self.init(Self.ends) { number in
      work()
      Pager.waitForReader()
      _exit(code ?? 128 + number)
    }
  }

  /// Raises `flag` at each Ctrl-C. Ends the process if too many in a row have no effect.
  convenience init(raising flag: InterruptFlag) {
    self.init([SIGINT]) { number in
      // In a pager, Ctrl-C has its own meaning.
      if flag.raise() >= Self.interruptsToQuit, !Pager.isOpen { _exit(128 + number) }
    }
  }

  private init(_ signals: [Int32], react: @escaping @Sendable (Int32) -> Void) {
    guard SignalPipe.entry >= 0 else {
      // The signals keep their usual effect.
      earlier = []
      return
    }
    SignalPipe.reaction.withLock { $0 = react }
    earlier = signals.compactMap { number in
      var before = sigaction()
      sigaction(number, nil, &before)
      guard !before.isIgnoring else { return nil }
      // A system call that this interrupts continues, such as the read of a line.
      signal(number, passOn)
      return (number, before)
    }
  }

  var catchesInterrupt: Bool { earlier.contains { $0.signal == SIGINT } }

  deinit {
    for (number, action) in earlier {
      var action = action
      sigaction(number, &action, nil)
    }
    SignalPipe.reaction.withLock { $0 = nil }
  }
}

/// Passes signals from their handler, which may do next to nothing, to a thread, which may do anything.
///
/// There is one pipe, which stays open: a late handler must not write into another file.
private enum SignalPipe {
  static let reaction = Mutex<(@Sendable (Int32) -> Void)?>(nil)
  /// The handler writes each signal's number here; -1 if the system cannot make a pipe.
  static let entry = open()

  private static func open() -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A waiting handler would block the thread that it interrupts.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    Thread.detachNewThread { [exit = ends[0]] in listen(exit) }
    return ends[1]
  }

  private static func listen(_ exit: Int32) {
    // A program that was started from a Dispatch thread begins with blocked signals. This thread gets them.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in Interrupts.ends { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    var number: UInt8 = 0
    while true {
      guard read(exit, &number, 1) == 1 else { continue }
      if let react = reaction.withLock({ $0 }) {
        react(Int32(number))
      } else {
        // The signal came just before its usual effect was restored.
        kill(getpid(), Int32(number))
      }
    }
  }
}

/// The signal handler. Makes only calls that POSIX allows in a handler.
private func passOn(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(SignalPipe.entry, &byte, 1)
  errno = before
}

extension sigaction {
  /// Whether the signal is ignored. Compares addresses, because C functions cannot be compared.
  fileprivate var isIgnoring: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
  }
}
