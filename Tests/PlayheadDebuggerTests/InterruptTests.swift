import PlayheadInspector
import Foundation
import PlayheadDebugger
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Serialized, because a process has one set of signals.
@Suite(.serialized) struct InterruptTests {
  @Test func `SystemTerminal does not catch SIGHUP if the process ignored it before`() {
    signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, SIG_DFL) }
    let terminal = SystemTerminal()
    terminal.whenInterrupted { "never" }
    // Would end the process if it were caught.
    raise(SIGHUP)
    terminal.whenInterrupted(nil)
    #expect(handler(of: SIGHUP) == address(SIG_IGN))
  }

  @Test(.timeLimit(.minutes(15)))
  func `SystemTerminal receives SIGTERM even if the thread had blocked it before`() async {
    await #expect(processExitsWith: .exitCode(128 + SIGTERM)) {
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGTERM)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      let terminal = SystemTerminal()
      terminal.whenInterrupted { "last words" }
      kill(getpid(), SIGTERM)
      while true { sleep(1) }
    }
  }

  @Test
  func
    `a child process has the default signal handling although SystemTerminal watches for signals`()
    async
  {
    await #expect(processExitsWith: .success) {
      let terminal = SystemTerminal()
      terminal.whenInterrupted { "last words" }
      // This is a thread of Dispatch, which blocks signals; the tool's is not.
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      // What 'main' does besides.
      FileSizeLimit.becomeError()
      for number in [SIGPIPE, SIGXFSZ, SIGINT] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "kill -\(number) $$; exit 3"]
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .uncaughtSignal else { exit(1) }
      }
      exit(0)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `repeated SIGINT ends a program that ignores the interrupt flag`()
    async
  {
    await #expect(processExitsWith: .exitCode(128 + SIGINT)) {
      let terminal = SystemTerminal()
      let flag = InterruptFlag()
      terminal.raiseWhenInterrupted(flag)
      // Two that came at once may count as one.
      while true {
        kill(getpid(), SIGINT)
        usleep(1_000)
      }
    }
  }

  /// What is set for a signal, found by setting something else for a moment.
  private func handler(of number: Int32) -> UInt {
    let handler = signal(number, SIG_IGN)
    signal(number, handler)
    return address(handler)
  }

  /// Nothing stands for `SIG_DFL`.
  private func address<Handler>(_ handler: Handler) -> UInt {
    unsafeBitCast(handler, to: UInt.self)
  }
}
