import PlayheadDebugger
import TestSupport
import Testing

/// What `record` says of actions that are not in its log.
@Suite struct UnintendedGapTests {
  private func record(_ lines: String, _ rest: String = "", on desk: Desk) throws -> Outcome {
    try desk.write(lines.utf8, to: "s.txt")
    return desk.playhead("record safe -i s.txt -o s.playhead \(rest)")
  }

  @Test func `'record' reports actions that cannot be encoded and fails`() throws {
    let desk = try Desk(apps: [Safe.self])
    let outcome = try record("lock\nwhisper\nlock\n", on: desk)
    #expect(
      outcome.error
        == "warning: 1 action could not be recorded in 's.playhead': step 2 is missing because an action "
        + "could not be encoded (PlayheadDebuggerTests.Safe.Whisper: its "
        + "'encode(to:)' refuses it)\n")
    #expect(outcome.output.hasPrefix("recorded 2 actions") && outcome.code == .badAnswer)
  }

  @Test func `'record --json' lists the actions that cannot be encoded`() throws {
    let desk = try Desk(apps: [Safe.self])
    let outcome = try record("whisper\nlock\n", "--json", on: desk)
    let gap =
      #"{"gap":"unencodable","first":1,"last":1,"detail":"PlayheadDebuggerTests.Safe.Whisper: its 'encode(to:)' refuses it"}"#
    #expect(outcome.output.contains(#""leftOut":[\#(gap)]"#) && outcome.code == .badAnswer)
  }

  @Test func `'record' of a script with huge actions waits for the disk instead of losing actions`()
    throws
  {
    let desk = try Desk(apps: [Safe.self])
    // Each is as much as may wait.
    let outcome = try record("fill 16000000\nlock\nfill 16000000\nlock\n", on: desk)
    #expect(outcome.error == "" && outcome.code == .good)
    #expect(outcome.output.hasPrefix("recorded 4 actions"))
  }
}
