import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// What becomes of the log of a recording that did not go as it should.
@Suite struct RecordedLogTests {
  @Test func `a log that is moved meanwhile has everything, and that is said`() throws {
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
        == "playhead: 's.playhead' was moved or deleted while it was recorded; if it was moved, it has "
        + "everything where it is now\n")
    #expect(outcome.code == .badAnswer)
    #expect(
      desk.playhead("verify m.playhead").output == "m.playhead: whole, 3 actions in 1 chunk\n")
  }
}
