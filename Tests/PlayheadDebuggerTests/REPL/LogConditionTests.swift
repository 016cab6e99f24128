import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import Testing
import TestSupport

/// Conversations about logs that are not as they should be.
@Suite struct LogConditionTests {
  @Test
  func
    `'debug' of a log that is still being written shows only the actions recorded before it started`()
    throws
  {
    let desk = try Desk()
    let raffle = try Raffle(inputs: .seeded())
    let recorder = try raffle.dispatcher.record(
      to: desk.path("live.playhead"), app: Raffle.appName, clock: ManualClock())
    raffle.dispatcher.dispatch(Raffle.Sell(to: "Ada"))
    raffle.dispatcher.dispatch(Raffle.Sell(to: "Grace"))
    let terminal = MemoryTerminal(piped: ["print tickets.holders", "step", "back"])
    let read = try #require(terminal.beforeRead)
    terminal.beforeRead = {
      raffle.dispatcher.dispatch(Raffle.Sell(to: "Barbara"))
      read($0)
    }
    let outcome = desk.playhead("debug live.playhead", on: terminal)
    #expect(outcome.output.contains("'live.playhead' is still being written; this is what it has"))
    #expect(outcome.output.contains("* [\"Ada\", \"Grace\"]\n#2/2 100% +0.000s> step\n"))
    #expect(outcome.output.contains("end of the recording") && outcome.code == .good)
    try recorder.close()
  }

  @Test func `'debug' of a log that starts at step 500 treats that step as its beginning`() throws {
    let desk = try Desk(apps: [Counted.self])
    try desk.record(chunks: 2, after: 500, to: "late.playhead")
    let terminal = MemoryTerminal(piped: ["goto 500", "back", "print", "goto 0", "step", "diff"])
    let outcome = desk.playhead("debug late.playhead", on: terminal)
    #expect(outcome.output.contains("this is the end; 'goto 500' goes to the start"))
    #expect(outcome.output.contains("step 500  the state with which the log begins"))
    #expect(outcome.output.contains("#500/520 0%> back\n"))
    #expect(outcome.output.contains("step 0 is not in this log, which has steps 500 to 520\n"))
    #expect(outcome.output.contains("−   sum: 0\n+   sum: 501\n"))
  }

  @Test func `'debug' reports actions that the app cannot decode, and '--salvage' skips them`()
    throws
  {
    let desk = try Desk(apps: [Library.self])
    try Library.Before.record(to: desk.path("old.playhead"), fines: true)
    let refused = desk.playhead("debug old.playhead", on: MemoryTerminal(piped: ["print", "log"]))
    #expect(refused.output.contains("'--salvage' skips it") && refused.code == .badAnswer)
    let salvaged = desk.playhead(
      "debug old.playhead --salvage", on: MemoryTerminal(piped: ["print", "back", "print"]))
    let warning = "warning: states are approximate: "
    #expect(salvaged.output.components(separatedBy: warning).count == 2)
    let strict = desk.playhead("debug old.playhead --strict", on: MemoryTerminal(piped: ["log"]))
    #expect(strict.output == "" && strict.code == .badAnswer && !strict.error.isEmpty)
  }
}

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
