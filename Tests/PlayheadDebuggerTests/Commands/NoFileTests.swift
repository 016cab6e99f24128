import FluxTesting
import Foundation
import PlayheadDebugger
import PlayheadReading
import PlayheadLog
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Pipes and devices in the place of a log.
@Suite struct NoFileTests {
  @Test(.timeLimit(.minutes(1)))
  func `'record' refuses a pipe as its log instead of waiting for it`() throws {
    let desk = try Desk(apps: [Safe.self])
    try desk.write("lock\n".utf8, to: "s.txt")
    try #require(mkfifo(desk.path("pipe.playhead"), 0o600) == 0)
    let outcome = desk.playhead("record safe -i s.txt -o pipe.playhead")
    #expect(outcome.error.hasPrefix("playhead: 'pipe.playhead' already exists"), "\(outcome)")
    #expect(outcome.code == .unusable)
  }

  @Test(.timeLimit(.minutes(1)))
  func `LogReader refuses to open a pipe as a log file and does not wait for a writer`()
    throws
  {
    let desk = try Desk()
    try #require(mkfifo(desk.path("pipe.playhead"), 0o600) == 0)
    let error = #expect(throws: LogError.self) { try LogReader(file: desk.path("pipe.playhead")) }
    #expect(
      error?.description.hasSuffix("it is a pipe or a device, not a file; put the log there again")
        == true)
  }

  @Test func `'log --follow' refuses a device`() throws {
    let desk = try Desk(apps: [Safe.self])
    try #require(symlink("/dev/null", desk.path("null.playhead")) == 0)
    let terminal = MemoryTerminal()
    // It would wait for ever, were there no text in its place.
    terminal.paused = { _ in
      unlink(desk.path("null.playhead"))
      try? desk.write("text".utf8, to: "null.playhead")
    }
    let outcome = desk.playhead("log null.playhead --follow", on: terminal)
    #expect(outcome.error.contains("'null.playhead' cannot be read: it is a pipe or a device"))
    #expect(outcome.code == .unusable)
  }
}
