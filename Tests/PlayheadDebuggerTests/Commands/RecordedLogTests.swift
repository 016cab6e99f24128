import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// What becomes of the log of a recording that did not go as it should.
@Suite struct RecordedLogTests {
  @Test func `'record' leaves no log if its input is wrong before the first action`() throws {
    let desk = try Desk(apps: [Safe.self])
    try desk.write([0x7F, 0x45, 0x4C, 0x46, 2, 1, 10], to: "binary.txt")
    try desk.write("lock\n".utf8, to: "s.txt")
    let outcome = desk.playhead("record safe -i binary.txt -o s.playhead")
    #expect(outcome.error.hasSuffix("\n  no action came before it, so there is no log\n"))
    #expect(outcome.code == .unusable)
    #expect(desk.playhead("record safe -i s.txt -o s.playhead").code == .good)
  }

  @Test func `'record' refuses to overwrite an existing log and does not change it`() throws {
    let desk = try Desk(apps: [Safe.self])
    try desk.write("lock\n".utf8, to: "s.txt")
    try desk.write("open\n".utf8, to: "bad.txt")
    #expect(desk.playhead("record safe -i s.txt -o s.playhead").code == .good)
    let log = try desk.bytes("s.playhead")
    for input in ["s.txt", "bad.txt"] {
      let outcome = desk.playhead("record safe -i \(input) -o s.playhead")
      #expect(outcome.error.hasPrefix("playhead: 's.playhead' already exists"), "\(outcome)")
      #expect(outcome.code == .unusable)
    }
    #expect(try desk.bytes("s.playhead") == log)
  }

  @Test
  func `if a log is moved during 'record', the moved file gets all actions, and 'record' warns`()
    throws
  {
    let desk = try Desk(apps: [Safe.self])
    try desk.write("lock\nunlock\nlock\n".utf8, to: "s.txt")
    let move: @Sendable () -> Void = {
      [from = desk.path("s.playhead"), to = desk.path("m.playhead")] in
      try? FileManager.default.moveItem(atPath: from, toPath: to)
    }
    let outcome = Safe.$whileUnlocking.withValue(move) {
      desk.playhead("record safe -i s.txt -o s.playhead")
    }
    #expect(
      outcome.error
        == "playhead: 's.playhead' was moved or deleted while it was recorded; if you moved it, the "
        + "moved file has everything\n")
    #expect(outcome.code == .badAnswer)
    #expect(
      desk.playhead("verify m.playhead").output == "m.playhead: undamaged, 3 actions in 1 chunk\n")
  }
}
