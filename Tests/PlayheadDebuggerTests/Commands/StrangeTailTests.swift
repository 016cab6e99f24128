import Foundation
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

/// What is said where something else is in the place of a log's tail.
@Suite struct StrangeTailTests {
  /// What may be there.
  enum Stranger: CaseIterable { case tailOfAnother, empty, pipe, directory }

  /// `crashed.playhead` was not closed, and its tail is gone.
  private func desk(_ stranger: Stranger?) throws -> Desk {
    let desk = try Desk(apps: [Safe.self])
    try desk.write("lock\nunlock\n".utf8, to: "s.txt")
    try crash("crashed", on: desk)
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

  private static let calls = [
    "info crashed.playhead", "verify crashed.playhead", "recover crashed.playhead -o new.playhead",
  ]

  @Test(arguments: calls, Stranger.allCases)
  func `'info', 'verify' and 'recover' name a tail file that does not belong to the log`(
    call: String, stranger: Stranger
  ) throws {
    let outcome = try desk(stranger).playhead(call)
    let said = "'crashed.playhead.tail' belongs to another recording\n"
    #expect((outcome.output + outcome.error).contains(said), "\(outcome)")
  }

  @Test(arguments: calls)
  func `'info', 'verify' and 'recover' say nothing about a tail file if an unclosed log has none`(
    call: String
  ) throws {
    let outcome = try desk(nil).playhead(call)
    #expect(!(outcome.output + outcome.error).contains(".tail"), "\(outcome)")
  }
}
