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
    /// `nil` while the process runs.
    var ending: ProcessEnding?
  }

  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  private static let stackSize = 1 << 18

  private let state = Mutex(State())
  private let start = DispatchGroup()
  private let life = DispatchGroup()

  /// `spawn` stores the process ID and returns 0, or returns an `errno`, which is thrown as a `POSIXError`.
  package init(_ spawn: @escaping (inout pid_t) -> Int32) throws {
    start.enter()
    life.enter()
    var fault = Self.beginThread { [self] in run(spawn) }
    if fault == 0 {
      start.wait()
      fault = state.withLock { $0.fault }
    } else {
      start.leave()
      life.leave()
    }
    guard fault == 0 else { throw POSIXError(POSIXErrorCode(rawValue: fault) ?? .EAGAIN) }
  }

  /// Runs `body` on a new thread. Returns an `errno` if the system cannot make one, which Foundation's
  /// `Thread` does not report.
  private static func beginThread(_ body: @escaping () -> Void) -> Int32 {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(attributes, stackSize)
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let fault = pthread_create(&thread, attributes, threadBody, work.toOpaque())
    if fault != 0 { work.release() }
    return fault
  }

  #if canImport(Darwin)
    private static let threadBody:
      @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
        Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body()
        return nil
      }
  #else
    private static let threadBody:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        if let work = $0 { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
        return nil
      }
  #endif

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

  /// Waits until the process ends by itself.
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

  /// Whether the process exited without an error.
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
