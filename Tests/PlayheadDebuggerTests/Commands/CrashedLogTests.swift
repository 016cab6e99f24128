import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// What is said of a log that its app did not close, because it was killed while it handled step 2.
@Suite struct CrashedLogTests {
  /// A desk with `crashed.playhead`.
  private func desk() throws -> Desk {
    let desk = try Desk(apps: [Safe.self])
    try desk.write("lock\nunlock\n".utf8, to: "s.txt")
    try crash("crashed", on: desk)
    return desk
  }

  /// Leaves a log and its tail as they are in the midst of a session.
  private func crash(_ name: String, on desk: Desk) throws {
    let live = "live-\(name)"
    let kill: @Sendable () -> Void = { [from = desk.path(live), to = desk.path(name)] in
      for end in [".playhead", ".playhead.tail"] {
        try? FileManager.default.copyItem(atPath: from + end, toPath: to + end)
      }
    }
    Safe.$whileUnlocking.withValue(kill) {
      _ = desk.playhead("record safe -i s.txt -o \(live).playhead")
    }
  }

  // MARK: The action that was being handled

  private static let excuse =
    "  step 2 was not fully handled when it was recorded, so it cannot be compared\n"

  @Test func `'check' does not count an unfinished action as a difference, also after 'recover'`()
    throws
  {
    let desk = try desk()
    let outcome = desk.playhead("check crashed.playhead")
    #expect(
      outcome.output
        == "crashed.playhead: deterministic, 1 of 2 actions, 8 replays in one process\n"
        + "  the log has no digests of states, so replays were compared with each other, not with the recording\n"
        + Self.excuse)
    #expect(outcome.code == .good)
    let json = desk.playhead("check crashed.playhead --json").output
    #expect(json.contains(#""compared":1,"unfinished":[2],"digests":false"#))
    #expect(json.contains(#""divergence":null"#))
    #expect(desk.playhead("recover crashed.playhead -o next.playhead").code == .good)
    let info = desk.playhead("info next.playhead").output
    #expect(info.contains("closed       no: the app stopped while handling step 2\n"), "\(info)")
    let recovered = desk.playhead("check next.playhead")
    #expect(recovered.output.contains("1 of 2 actions"))
    #expect(recovered.output.hasSuffix(Self.excuse) && recovered.code == .good)
  }

  @Test func `'state' shows the state after an unfinished action with a warning`() throws {
    let outcome = try desk().playhead("state crashed.playhead end door.isOpen")
    #expect(outcome.output == "true\n" && outcome.code == .good)
    #expect(
      outcome.error.hasSuffix(
        "warning: step 2 was not fully handled when 'crashed.playhead' was recorded; placeholders "
          + "replace its missing dates, UUIDs and random numbers\n"))
  }

  // MARK: The tail

  /// What may be in the place of the tail.
  enum Stranger: CaseIterable { case tailOfAnother, empty, pipe, directory }

  private func put(_ stranger: Stranger?, on desk: Desk) throws {
    let tail = desk.path("crashed.playhead.tail")
    try FileManager.default.removeItem(atPath: tail)
    switch stranger {
    case .tailOfAnother:
      try crash("other", on: desk)
      try FileManager.default.moveItem(atPath: desk.path("other.playhead.tail"), toPath: tail)
    case .empty: try desk.write([], to: "crashed.playhead.tail")
    case .pipe: try #require(mkfifo(tail, 0o600) == 0)
    case .directory: try desk.makeDirectory("crashed.playhead.tail")
    case nil: break
    }
  }

  private static let calls = [
    "info crashed.playhead", "verify crashed.playhead", "recover crashed.playhead -o new.playhead",
  ]

  @Test(arguments: Stranger.allCases)
  func `'info', 'verify' and 'recover' name a tail file that does not belong to the log`(
    stranger: Stranger
  ) throws {
    let desk = try desk()
    try put(stranger, on: desk)
    for call in Self.calls {
      let outcome = desk.playhead(call)
      let said = "'crashed.playhead.tail' belongs to another recording\n"
      #expect((outcome.output + outcome.error).contains(said), "\(outcome)")
    }
  }

  @Test
  func `'info', 'verify' and 'recover' say nothing about a tail file if an unclosed log has none`()
    throws
  {
    let desk = try desk()
    try put(nil, on: desk)
    for call in Self.calls {
      let outcome = desk.playhead(call)
      #expect(!(outcome.output + outcome.error).contains(".tail"), "\(outcome)")
    }
  }
}
