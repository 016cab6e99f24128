package import Foundation
import Synchronization

/// A child process, and a thread of its own that starts it and waits for its end.
///
/// On Linux a child ends with the *thread* that spawned it, so this thread lives as long as the child. It
/// reaps the child at once: a zombie disturbs code that waits for any child, such as Swift Testing.
package final class ChildProcess: Sendable {
  private struct State {
    var id: pid_t = 0
    var fault: Int32 = 0
    /// Whether the thread has begun, or is not waited for any more.
    var isTaken = false
    /// `nil` while the process runs.
    var ending: ProcessEnding?

    mutating func take() -> Bool {
      defer { isTaken = true }
      return !isTaken
    }
  }

  private let state = Mutex(State())
  private let start = DispatchGroup()
  private let life = DispatchGroup()

  /// `spawn` stores the process ID and returns 0, or returns an `errno`, which is thrown as a `POSIXError`.
  package init(_ spawn: @escaping (inout pid_t) -> Int32) throws {
    start.enter()
    life.enter()
    // This thread waits until the other one has called it.
    nonisolated(unsafe) let spawn = spawn
    let thread = Thread { [self] in
      if state.withLock({ $0.take() }) { run(spawn) }
    }
    thread.stackSize = 1 << 18
    thread.start()
    // Foundation does not report that the system has no thread left; the thread then never begins. A busy machine begins
    // one well within ten seconds.
    let isLate = start.wait(timeout: .now() + 10) == .timedOut
    if isLate, state.withLock({ $0.take() }) {
      start.leave()
      life.leave()
      throw POSIXError(.EAGAIN)
    }
    start.wait()
    let fault = state.withLock { $0.fault }
    guard fault == 0 else { throw POSIXError(POSIXErrorCode(rawValue: fault) ?? .EAGAIN) }
  }

  private func run(_ spawn: (inout pid_t) -> Int32) {
    defer { life.leave() }
    var id: pid_t = 0
    let fault = spawn(&id)
    state.withLock { ($0.id, $0.fault) = (id, fault) }
    start.leave()
    guard fault == 0 else { return }
    // After the reaping, the ID may belong to another process, so no thread may send a signal then.
    var info = siginfo_t()
    while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    state.withLock { state in
      var status: Int32 = 0
      waitpid(id, &status, 0)
      state.ending = ProcessEnding(status: status)
    }
  }

  /// Kills the process if it still runs. Does not wait for the end.
  package func kill() {
    state.withLock { state in
      if state.ending == nil { _ = Foundation.kill(state.id, SIGKILL) }
    }
  }

  @discardableResult package func wait() -> ProcessEnding {
    life.wait()
    return state.withLock { $0.ending } ?? .code(0)
  }

  package var isRunning: Bool { state.withLock { $0.ending == nil } }

  /// Waits this long for the process to end by itself, then kills it.
  @discardableResult package func end(within time: Duration = .zero) -> ProcessEnding {
    if life.wait(timeout: .now() + .nanoseconds(Int(time / .nanoseconds(1)))) == .timedOut {
      kill()
    }
    return wait()
  }
}

package enum ProcessEnding: Equatable {
  case code(Int32)
  case signal(Int32)

  /// `status` comes from `waitpid`.
  package init(status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .code(status >> 8 & 0xff) : .signal(signal)
  }

  package var isGood: Bool {
    if case .code(0) = self { true } else { false }
  }

  /// Whether the process trapped, used invalid memory, or called `abort`.
  var isTrap: Bool {
    guard case .signal(let signal) = self else { return false }
    return [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT].contains(signal)
  }

  var words: String {
    switch self {
    case .code(let code): "it exited with code \(code)"
    case .signal(SIGKILL): "it was killed"
    case .signal(let signal): "signal \(signal) ended it"
    }
  }

  /// Explains a trap by its signal, for traps without a message.
  var trapWords: String {
    switch self {
    case .signal(SIGSEGV), .signal(SIGBUS):
      "an invalid memory access, or a stack overflow"
    case .signal(SIGFPE): "an arithmetic error, such as a division by zero"
    case .signal(SIGABRT): "it called 'abort'"
    default:
      "Swift stopped the program (index out of range, overflow, nil); a debug build names the reason"
    }
  }
}
