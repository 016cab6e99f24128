import Foundation
import PlayheadDebugger
import PlayheadLog
import PlayheadReading
import TestSupport
import Testing

/// What becomes of the log of a recording that did not go as it should, and what is said where a log is no file.
@Suite struct RecordedLogTests {
  private let desk: Desk

  init() throws { desk = try Desk(apps: [Safe.self]) }

  private func record(_ lines: String, _ rest: String = "") throws -> Outcome {
    try desk.write(lines.utf8, to: "s.txt")
    return desk.playhead("record safe -i s.txt -o s.playhead \(rest)")
  }

  @Test func `'record' leaves no log if its input is wrong before the first action`() throws {
    try desk.write([0x7F, 0x45, 0x4C, 0x46, 2, 1, 10], to: "binary.txt")
    let outcome = desk.playhead("record safe -i binary.txt -o s.playhead")
    #expect(outcome.error.hasSuffix("\n  no action came before it, so there is no log\n"))
    #expect(outcome.code == .unusable)
    #expect(try record("lock\n").code == .good)
  }

  @Test
  func `if a log is moved during 'record', the moved file gets all actions, and 'record' warns`()
    throws
  {
    let move: @Sendable () -> Void = {
      [from = desk.path("s.playhead"), to = desk.path("m.playhead")] in
      try? FileManager.default.moveItem(atPath: from, toPath: to)
    }
    let outcome = try Safe.$whileUnlocking.withValue(move) { try record("lock\nunlock\nlock\n") }
    #expect(
      outcome.error
        == "playhead: 's.playhead' was moved or deleted while it was recorded; if you moved it, the "
        + "moved file has everything\n")
    #expect(outcome.code == .badAnswer)
    #expect(
      desk.playhead("verify m.playhead").output == "m.playhead: undamaged, 3 actions in 1 chunk\n")
  }

  @Test func `'record' reports actions that cannot be encoded and fails`() throws {
    let outcome = try record("lock\nwhisper\nlock\n")
    #expect(
      outcome.error
        == "warning: 1 action could not be recorded in 's.playhead': step 2 is missing because an action "
        + "could not be recorded (PlayheadDebuggerTests.Safe.Whisper: its "
        + "'encode(to:)' refuses it)\n")
    #expect(outcome.output.hasPrefix("recorded 2 actions") && outcome.code == .badAnswer)
    try FileManager.default.removeItem(atPath: desk.path("s.playhead"))
    let json = try record("whisper\nlock\n", "--json")
    let gap =
      #"{"gap":"unencodable","first":1,"last":1,"detail":"PlayheadDebuggerTests.Safe.Whisper: its 'encode(to:)' refuses it"}"#
    #expect(json.output.contains(#""leftOut":[\#(gap)]"#) && json.code == .badAnswer)
  }

  @Test func `'record' of a script with huge actions waits for the disk instead of losing actions`()
    throws
  {
    // Each is as much as may wait.
    let outcome = try record("fill 16000000\nlock\nfill 16000000\nlock\n")
    #expect(outcome.error == "" && outcome.code == .good)
    #expect(outcome.output.hasPrefix("recorded 4 actions"))
  }

  // MARK: Pipes and devices

  // With the other tests, a busy machine takes more than a minute to get to it.
  @Test(.timeLimit(.minutes(5)))
  func `a pipe in the place of a log is refused without waiting for a writer`() throws {
    try #require(mkfifo(desk.path("s.playhead"), 0o600) == 0)
    let outcome = try record("lock\n")
    #expect(outcome.error.hasPrefix("playhead: 's.playhead' already exists"), "\(outcome)")
    #expect(outcome.code == .unusable)
    let error = #expect(throws: ReadingError.self) { try LogReader(file: desk.path("s.playhead")) }
    let reason = "it is a pipe or a device, not a file; put the log there again"
    #expect(error?.description.hasSuffix(reason) == true)
  }

  @Test func `'log --follow' refuses a device`() throws {
    try #require(symlink("/dev/null", desk.path("null.playhead")) == 0)
    let terminal = MemoryTerminal()
    // It would wait for ever, were there no text in its place.
    terminal.paused = { [desk] _ in
      unlink(desk.path("null.playhead"))
      try? desk.write("text".utf8, to: "null.playhead")
    }
    let outcome = desk.playhead("log null.playhead --follow", on: terminal)
    #expect(outcome.error.contains("'null.playhead' cannot be read: it is a pipe or a device"))
    #expect(outcome.code == .unusable)
  }
}
