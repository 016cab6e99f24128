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
  @Test func `what was ignored from the start stays ignored`() {
    signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, SIG_DFL) }
    let terminal = SystemTerminal()
    terminal.whenInterrupted { "never" }
    // Would end the process if it were caught.
    raise(SIGHUP)
    terminal.whenInterrupted(nil)
    #expect(handler(of: SIGHUP) == address(SIG_IGN))
  }

  @Test func `the usual effect comes back, also after a second word`() {
    let terminal = SystemTerminal()
    terminal.whenInterrupted { "first" }
    // Ignored, or handled by what watches it, as soon as that has begun.
    #expect(handler(of: SIGHUP) != address(SIG_DFL))
    terminal.whenInterrupted { "second" }
    terminal.whenInterrupted(nil)
    #expect(handler(of: SIGHUP) == address(SIG_DFL))
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
