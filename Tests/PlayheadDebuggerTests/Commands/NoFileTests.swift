import PlayheadDebugger
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Pipes and devices in the place of a log that is to grow.
@Suite struct NoFileTests {
  @Test(.timeLimit(.minutes(1)), arguments: ["", "--append"])
  func `a pipe is not recorded into, nor waited for`(rest: String) throws {
    let desk = try Desk(apps: [Safe.self])
    try desk.write("lock\n".utf8, to: "s.txt")
    try #require(mkfifo(desk.path("pipe.playhead"), 0o600) == 0)
    let outcome = desk.playhead("record safe -i s.txt -o pipe.playhead \(rest)")
    #expect(outcome.error.hasPrefix("playhead: 'pipe.playhead' already exists"), "\(outcome)")
    #expect(outcome.code == .unusable)
  }

  @Test func `a device is not followed`() throws {
    let desk = try Desk(apps: [Safe.self])
    try #require(symlink("/dev/null", desk.path("null.playhead")) == 0)
    let terminal = MemoryTerminal()
    // It would wait for ever, were there no text in its place.
    terminal.paused = { _ in
      unlink(desk.path("null.playhead"))
      try? desk.write("text".utf8, to: "null.playhead")
    }
    let outcome = desk.playhead("log null.playhead --follow", on: terminal)
    #expect(outcome.error.hasPrefix("playhead: 'null.playhead' is empty, not a log"), "\(outcome)")
    #expect(outcome.code == .unusable)
  }
}
