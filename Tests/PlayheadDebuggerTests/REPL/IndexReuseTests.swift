import FluxTesting
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
  }

  @Test func `'debug' rebuilds a damaged index file and gives the same answers as before`() throws {
    let desk = try Desk(apps: [Counted.self])
    try desk.record(chunks: 6_560, to: "long.playhead")
    let question = "history sum --last 2"
    let ask = {
      desk.playhead("debug long.playhead", on: MemoryTerminal(piped: [question, question]))
    }
    _ = ask()
    let answers = ask().output.components(separatedBy: "> \(question)\n")
    #expect(answers.count == 3)
    let index = try desk.bytes("long.playhead.index")
    var made = 0
    // The index is at the end of the file, behind states.
    for start in stride(
      from: index.count - 4_096, to: index.count, by: Soak.isOn ? 256 : 1_024)
    {
      var damaged = Array(index)
      for place in start..<min(start + 256, index.count) { damaged[place] ^= 0x55 }
      try desk.write(damaged, to: "long.playhead.index")
      let answer = ask().output
      if answer.contains(Self.remark) { made += 1 }
      // In front of the answer stands where the index is kept, if it was made again.
      #expect(answer.hasSuffix(answers[2]), "\(answer)")
    }
    #expect(made > 0)
  }

  @Test func `'blame' creates no index file for a short log`() throws {
    let desk = try Desk(apps: [Counted.self])
    try desk.record(chunks: 2, to: "short.playhead")
    #expect(desk.playhead("blame short.playhead").error.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: desk.path("short.playhead.index")))
  }
}
