import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadDebugger
import PlayheadLog
import PlayheadReading
import TestSupport
import Testing

@Suite struct SentenceTests {
  /// Everything that can be in the place of a log.
  private func desk() throws -> Desk {
    let desk = try Desk()
    try Raffle.record(to: desk.path("r.playhead"))
    try desk.write([], to: "empty.playhead")
    try desk.write([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0], to: "a.gz")
    // What 'lz4' makes of "hi\n" with block checksums off and the content checksum on.
    try desk.write(
      [0x04, 0x22, 0x4D, 0x18, 0x60, 0x40, 0x82, 3, 0, 0, 0x80, 0x68, 0x69, 0x0A, 0, 0, 0, 0],
      to: "a.lz4")
    try desk.write([0, 1, 2, 0xFF, 0xFE], to: "noise.playhead")
    try makeNewer(desk.path("newer.playhead"))
    return desk
  }

  private func makeNewer(_ path: String) throws {
    var header = LogHeader(
      session: UUID(), app: "later", start: Moment(monotonic: 0, wall: 0), stores: [])
    header.formatVersion = 9
    let writer = try LogWriter(
      SystemDisk().createLog(path, like: nil), header: header, checkpoint: CheckpointDraft(step: 0),
      shapes: [], isSynced: false, on: SystemDisk())
    try writer.close(at: 0, Moment(monotonic: 0, wall: 0))
  }

  /// Files that are no logs, and what is said of them; others are in the transcripts.
  private static let strangers: [(file: String, error: String)] = [
    (
      "empty.playhead",
      "'empty.playhead' is empty, not a log; its recorder was stopped before it could write "
        + "anything"
    ),
    (
      "a.gz",
      "'a.gz' is not a Playhead log: it was compressed with gzip; unpack it with 'gunzip' first"
    ),
    (
      "a.lz4",
      "'a.lz4' is not a Playhead log: it is an LZ4 file of something else; check that it is the "
        + "right one"
    ),
    (
      "noise.playhead",
      "'noise.playhead' is not a Playhead log: its first bytes are not those of a log; check "
        + "that it is the right file"
    ),
    (
      "newer.playhead",
      "'newer.playhead' has format version 9, and this build reads version 4; use a newer Playhead"
    ),
  ]

  @Test(arguments: ["info", "log", "show", "state", "diff", "check", "verify"])
  func `commands refuse a file that is not a log with an error of one sentence`(command: String)
    throws
  {
    let desk = try desk()
    let rest = ["show": " 1", "state": " 1", "diff": " 0..1"][command] ?? ""
    for (file, error) in Self.strangers {
      let outcome = desk.playhead("\(command) \(file)\(rest)")
      #expect(outcome == Outcome(error: "playhead: \(error)\n", code: .unusable))
    }
  }

  /// Every command that reads a log.
  private static let readers = [
    "info LOG", "log LOG", "show LOG 1", "state LOG 1", "diff LOG 0..1",
    "check LOG", "compat LOG", "verify LOG", "recover LOG -o n.playhead",
    "pack LOG -o n.playhead", "cut LOG 1..2 -o n.playhead",
  ]

  @Test func `commands fail for a log that is cut to 30 bytes or less`() throws {
    let desk = try desk()
    for length in [0, 1, 4, 30] {
      try desk.write(desk.bytes("r.playhead").prefix(length), to: "cut.playhead")
      for command in Self.readers {
        let outcome = desk.playhead(command.replacing("LOG", with: "cut.playhead"))
        #expect(outcome.code == .unusable && outcome.output.isEmpty, "\(outcome)")
        #expect(outcome.error.contains("'cut.playhead' \(length == 0 ? "is empty" : "cannot be")"))
      }
    }
  }

  @Test
  func
    `'state', 'log' and 'info' of a log cut at any byte print at most one error, and 'verify' fails`()
    throws
  {
    let desk = try desk()
    let whole = try desk.bytes("r.playhead")
    for length in stride(from: 1, to: whole.count, by: Soak.isOn ? 1 : 7) {
      try desk.write(whole[..<length], to: "cut.playhead")
      for call in ["state cut.playhead end --json", "log cut.playhead", "info cut.playhead"] {
        let outcome = desk.playhead(call)
        #expect(outcome.code != .good || outcome.error.isEmpty || outcome.isAboutClosing)
        if outcome.output.isEmpty, !call.hasPrefix("log") { #expect(!outcome.error.isEmpty) }
        let lines = outcome.error.split(separator: "\n").filter { !$0.hasSuffix("has no actions") }
        #expect(lines.count <= 1, "\(outcome.error)")
      }
      #expect(desk.playhead("verify cut.playhead").code != .good)
    }
  }
}

extension Outcome {
  /// Whether it says that the log was not closed, and that alone: the cut is between two frames.
  fileprivate var isAboutClosing: Bool { error.contains("was not closed; it ends with step") }
}
