import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// What is said of an action that was being handled when the app was killed.
@Suite struct UnfinishedTests {
  /// `crashed.playhead` ends in the midst of step 2.
  private func desk(_ lines: String = "lock\nunlock\n") throws -> Desk {
    let desk = try Desk(apps: [Safe.self])
    try desk.write(lines.utf8, to: "s.txt")
    let kill: @Sendable () -> Void = { [live = desk.path("s"), dead = desk.path("crashed")] in
      for end in [".playhead", ".playhead.tail"] {
        try? FileManager.default.copyItem(atPath: live + end, toPath: dead + end)
      }
    }
    Safe.$whileUnlocking.withValue(kill) {
      _ = desk.playhead("record safe -i s.txt -o s.playhead")
    }
    return desk
  }

  private static let excuse =
    "  step 2 was not fully handled when it was recorded, so it cannot be compared\n"

  @Test func `'check' does not count an unfinished action as a difference`() throws {
    let outcome = try desk().playhead("check crashed.playhead")
    #expect(
      outcome.output
        == "crashed.playhead: deterministic, 1 of 2 actions, 8 replays in one process\n"
        + Self.excuse)
    #expect(outcome.code == .good)
  }

  @Test func `'check --json' lists the unfinished actions`() throws {
    let outcome = try desk().playhead("check crashed.playhead --json")
    #expect(outcome.output.contains(#""compared":1,"unfinished":[2]"#))
    #expect(outcome.output.contains(#""divergence":null"#) && outcome.code == .good)
  }

  @Test func `'check' of a recovered log does not count its unfinished action as a difference`()
    throws
  {
    let desk = try desk()
    #expect(desk.playhead("recover crashed.playhead -o next.playhead").code == .good)
    let outcome = desk.playhead("check next.playhead")
    #expect(outcome.output.contains("1 of 2 actions"))
    #expect(outcome.output.hasSuffix(Self.excuse) && outcome.code == .good)
  }

  @Test func `'state' shows the state after an unfinished action with a warning`() throws {
    let outcome = try desk().playhead("state crashed.playhead end door.isOpen")
    #expect(outcome.output == "true\n" && outcome.code == .good)
    #expect(
      outcome.error.hasSuffix(
        "warning: step 2 was not fully handled when 'crashed.playhead' was recorded; placeholders "
          + "replace its missing dates, UUIDs and random numbers\n"))
  }
}
