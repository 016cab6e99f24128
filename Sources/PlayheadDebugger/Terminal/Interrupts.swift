import Foundation
import Synchronization

/// The wish to stop a command: raised on any thread, checked by the command.
package final class InterruptFlag: Sendable {
  private let count = Atomic(0)
  private let onRaise: @Sendable () -> Void

  /// A flag that is down; `onRaise` is done each time it is raised, on the thread that does.
  package init(onRaise: @escaping @Sendable () -> Void = {}) { self.onRaise = onRaise }

  /// Whether it is up.
  package var isRaised: Bool { count.load(ordering: .relaxed) > 0 }

  /// Puts it up; gives how often that was done since it was down.
  @discardableResult package func raise() -> Int {
    let times = count.add(1, ordering: .relaxed).newValue
    onRaise()
    return times
  }

  /// Takes it down.
  package func lower() { count.store(0, ordering: .relaxed) }

  /// Throws ``Interruption`` if it is up.
  package func check() throws(Interruption) {
    if isRaised { throw Interruption() }
  }
}

/// A command stopped because the flag was up.
package struct Interruption: Error {
  /// What was going on, as a part of a sentence, if that had to be ended for it.
  package var work: String?

  package init(work: String? = nil) { self.work = work }
}

/// Catches the signals that end a program, for as long as the object lives.
///
/// One that is ignored already stays so: `nohup` and shells without job control start programs in
/// this way, and mean it. No signal is lost: each has its usual effect, or reaches the reaction. A program that
/// is started meanwhile gets the signals as usual, as the system takes handlers away from it.
final class Interrupts {
  /// Ctrl-C, `kill`, and a terminal's window that is closed.
  fileprivate static let ends = [SIGINT, SIGTERM, SIGHUP]
  /// The number of times for Ctrl-C without an answer that ends the program: a command may be stuck in a store.
  private static let patience = 3

  /// What the caught signals did before.
  private let earlier: [(signal: Int32, action: sigaction)]

  /// On the first of the signals, does `work` on another thread, and ends the process with `code`, or
  /// without one as the shell expects it: with 128 and the signal's number.
  convenience init(code: Int32? = nil, then work: @escaping @Sendable () -> Void) {
    self.init(Self.ends) { number in
      work()
      Pager.waitForReader()
      _exit(code ?? 128 + number)
    }
  }

  /// Each time at Ctrl-C raises `flag`, until that was in vain too often.
  convenience init(raising flag: InterruptFlag) {
    self.init([SIGINT]) { number in
      // In a pager Ctrl-C has a meaning of its own.
      if flag.raise() >= Self.patience, !Pager.isOpen { _exit(128 + number) }
    }
  }

  private init(_ signals: [Int32], react: @escaping @Sendable (Int32) -> Void) {
    guard SignalPipe.isOpen else {
      // The signals keep their usual effect.
      earlier = []
      return
    }
    SignalPipe.reaction.withLock { $0 = react }
    earlier = signals.compactMap { number in
      var before = sigaction()
      sigaction(number, nil, &before)
      guard !before.isIgnoring else { return nil }
      // What the signal interrupts goes on: reading a line, for instance.
      var action = sigaction(handler: passOn, flags: Int32(SA_RESTART))
      return sigaction(number, &action, nil) == 0 ? (number, before) : nil
    }
  }

  /// The signals that are caught.
  var signals: [Int32] { earlier.map(\.signal) }

  deinit {
    for (number, action) in earlier {
      var action = action
      sigaction(number, &action, nil)
    }
    SignalPipe.reaction.withLock { $0 = nil }
  }
}

/// The way of signals from their handler, which may do next to nothing, to a thread, which may do anything.
///
/// There is one, and it stays open: a handler that is late must not write into another file.
private enum SignalPipe {
  /// What is done with the signals that come.
  static let reaction = Mutex<(@Sendable (Int32) -> Void)?>(nil)
  /// Where the handler writes each signal's number; -1 if the system has no room for a pipe.
  static let entry = open()
  static var isOpen: Bool { entry >= 0 }

  private static func open() -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A handler that waited would hold up the thread that it came to.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    Thread.detachNewThread { [exit = ends[0]] in listen(exit) }
    return ends[1]
  }

  private static func listen(_ exit: Int32) {
    // A program that a thread of Dispatch started begins with blocked signals: here they come to all the same.
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
        // It came just before its usual effect was back.
        kill(getpid(), Int32(number))
      }
    }
  }
}

/// The handler: calls that POSIX allows there, and no more.
private func passOn(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(SignalPipe.entry, &byte, 1)
  errno = before
}

extension sigaction {
  /// A call of `handler` at each signal.
  init(handler: @escaping @convention(c) (Int32) -> Void, flags: Int32) {
    self.init()
    #if canImport(Darwin)
      __sigaction_u.__sa_handler = handler
    #else
      __sigaction_handler.sa_handler = handler
    #endif
    sa_flags = flags
  }

  /// Whether the signal has no effect. Handlers of C cannot be compared, their addresses can.
  fileprivate var isIgnoring: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: UInt.self) == unsafeBitCast(SIG_IGN, to: UInt.self)
  }
}
