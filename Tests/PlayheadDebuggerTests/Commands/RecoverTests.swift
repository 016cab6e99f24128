import Foundation
import PlayheadCoding
import PlayheadDebugger
import PlayheadLog
import PlayheadReading
import TestSupport
import Testing

/// `recover`, and what the other commands say of a damaged log.
@Suite struct RecoverTests {
  /// A log of five chunks of ten actions, the second of which is damaged.
  private func desk(damaging frames: [Int] = [2]) throws -> Desk {
    let desk = try Desk()
    try desk.record(chunks: 5, to: "s.playhead")
    var bytes = try desk.bytes("s.playhead")
    for frame in frames {
      var start = 0
      for _ in 0..<frame {
        start += try bytes[start...].withUnsafeBytes { try LZ4Frame.length($0) }
      }
      bytes[start + 30] ^= 1
    }
    try desk.write(bytes, to: "s.playhead")
    return desk
  }

  @Test func `'recover' keeps the undamaged steps and lists the lost ones`() throws {
    let desk = try desk()
    let outcome = desk.playhead("recover s.playhead -o saved.playhead")
    #expect(outcome.output.hasPrefix("saved.playhead: kept 40 actions, "))
    #expect(outcome.output.hasSuffix("\n  steps 11–20 are lost\n") && outcome.code == .badAnswer)
    #expect(desk.playhead("verify saved.playhead").code == .good)
    #expect(
      desk.playhead("log saved.playhead 10..21").output.contains(
        "! steps 11–20 are missing because the log was damaged there"))
  }

  @Test func `'recover --json' lists the lost steps`() throws {
    let outcome = try desk().playhead("recover s.playhead -o saved.playhead --json")
    #expect(outcome.output.contains(#""lost":[{"first":11,"last":20}],"lostAfter":null"#))
  }

  @Test func `'recover' of an undamaged log loses nothing and copies it byte for byte`() throws {
    let desk = try desk(damaging: [])
    let outcome = desk.playhead("recover s.playhead -o saved.playhead")
    #expect(outcome.output.hasSuffix("\n  nothing is lost\n") && outcome.code == .good)
    #expect(try desk.bytes("saved.playhead") == desk.bytes("s.playhead"))
  }

  @Test func `'recover' of an unreadable log writes no file`() throws {
    let desk = try desk()
    try desk.write(desk.bytes("s.playhead").prefix(30), to: "torn.playhead")
    let outcome = desk.playhead("recover torn.playhead -o saved.playhead")
    #expect(outcome.code == .unusable && outcome.error.contains("cannot be read: its first frame"))
    #expect(throws: (any Error).self) { try desk.bytes("saved.playhead") }
  }

  @Test func `'recover' never overwrites an existing file`() throws {
    let outcome = try desk().playhead("recover s.playhead -o s.playhead")
    #expect(outcome.code == .unusable && outcome.error.contains("already exists"))
  }

  @Test func `'info', 'show' and 'log' name the lost steps of a log without its end`() throws {
    let desk = try desk()
    let bytes = try desk.bytes("s.playhead")
    // Without its index, so that opening reads it.
    try desk.write(bytes.dropLast(20), to: "s.playhead")
    let info = desk.playhead("info s.playhead")
    #expect(info.output.contains("lost         steps 11–20\n") && info.code == .badAnswer)
    #expect(info.error.contains("lost: steps 11–20"))
    #expect(
      desk.playhead("show s.playhead 15").error.contains(
        "step 15 of 's.playhead' is lost: the log is damaged there and lacks steps 11–20"))
    #expect(desk.playhead("log s.playhead 10..21").output.contains("! steps 11–20 are missing"))
  }

  @Test func `'log' lists a damaged log's actions except those in the damaged chunk`() throws {
    let outcome = try desk().playhead("log s.playhead")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 41)
    #expect(lines[10] == "    ! steps 11–20 are missing because the log was damaged there")
    #expect(outcome.error.hasPrefix("warning: 's.playhead' is damaged at byte "))
    #expect(outcome.error.hasSuffix("; lost: steps 11–20\n") && outcome.code == .badAnswer)
  }

  @Test func `'info' counts the types of only the actions that are left`() throws {
    let desk = try desk()
    desk.apps.append(Counted.self)
    let info = desk.playhead("info s.playhead")
    #expect(info.output.contains("\nactions      40\n"))
    #expect(info.output.hasSuffix("\n\nCount  40  100.0%\n"))
    #expect(desk.playhead("info s.playhead --json").output.contains(#""version":1,"count":40}"#))
  }

  @Test func `'log' of a range without damage gives no warning`() throws {
    let outcome = try desk().playhead("log s.playhead 25..30")
    #expect(outcome.error == "" && outcome.code == .good)
  }

  @Test func `a time range finds its actions after a damaged chunk`() throws {
    let outcome = try desk().playhead("log s.playhead +0.012s..+0.025s")
    #expect(outcome.output.contains("\n25  +0.025s") && outcome.code == .badAnswer)
  }

  @Test func `'state' answers before lost steps and refuses after them`() throws {
    let desk = try desk()
    desk.apps.append(Counted.self)
    #expect(desk.playhead("state s.playhead 10 sum").output == "55\n")
    let outcome = desk.playhead("state s.playhead end sum")
    #expect(outcome.output == "" && outcome.code == .badAnswer)
    #expect(outcome.error.hasPrefix("playhead: steps 11–20 of the log are lost, so the states"))
    #expect(desk.playhead("state s.playhead 15 sum").error.hasPrefix("playhead: step 15 of"))
  }

  @Test func `'show' of an action after damage says that its changes are unknown`() throws {
    let desk = try desk()
    desk.apps.append(Counted.self)
    let outcome = desk.playhead("show s.playhead end")
    #expect(outcome.output.hasPrefix("step 50 of 50") && outcome.code == .badAnswer)
    #expect(outcome.output.contains("changes unknown: steps 11–20 of the log are lost"))
    #expect(outcome.error.contains("lost: steps 11–20"))
  }

  @Test func `'check' of a damaged log checks what it can and fails`() throws {
    let desk = try desk()
    desk.apps.append(Counted.self)
    let outcome = desk.playhead("check s.playhead")
    #expect(
      outcome.output.contains("deterministic, 10 of 40 actions") && outcome.code == .badAnswer)
    #expect(outcome.error.contains("lost: steps 11–20"))
  }

  @Test func `an error about a lost step suggests the 'recover' command`() throws {
    #expect(
      try desk().playhead("show s.playhead 15").error.hasSuffix(
        "\n  All other steps can still be read: 'playhead recover s.playhead -o saved.playhead' "
          + "keeps them.\n"))
  }

  @Test func `a log without its first frame is reported as of an unknown app`()
    throws
  {
    let desk = try desk(damaging: [0])
    let error = desk.playhead("state s.playhead 3").error
    #expect(
      error.contains(
        "playhead: the app that recorded 's.playhead' is unknown, because the first frame"))
    #expect(desk.playhead("info s.playhead --json").output.contains(#""app":null"#))
  }
}
