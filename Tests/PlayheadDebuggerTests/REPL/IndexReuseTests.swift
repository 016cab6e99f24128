import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// The file that keeps what changed where.
@Suite struct IndexReuseTests {
  private static let remark = "the index of changes is in 'long.playhead.index'"

  @Test
  func `'debug' stores a long log's index of changes in a file, says so once, and uses it again`()
    throws
  {
    let desk = try Desk(apps: [Counted.self])
    // A few more actions than are gone through again each time.
    try desk.record(chunks: 6_560, to: "long.playhead")
    let terminal = MemoryTerminal(piped: ["last sum", "", "goto 7", "history sum --last 2"])
    let first = desk.playhead("debug long.playhead", on: terminal)
    #expect(first.output.components(separatedBy: Self.remark).count == 2 && first.code == .good)
    #expect(first.output.contains("* "))
    #expect(FileManager.default.fileExists(atPath: desk.path("long.playhead.index")))
    let again = desk.playhead("debug long.playhead", on: MemoryTerminal(piped: ["last sum"]))
    #expect(!again.output.contains("is kept in") && again.output.contains("sum: "))
    let blame = desk.playhead("blame long.playhead 65 sum")
    #expect(blame.output == "65  +0.065s  Count  sum  2145\n" && blame.error.isEmpty)
    try desk.record(chunks: 2, to: "short.playhead")
    #expect(desk.playhead("blame short.playhead").error.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: desk.path("short.playhead.index")))
  }
}
