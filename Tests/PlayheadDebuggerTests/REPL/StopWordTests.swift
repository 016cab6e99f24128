import PlayheadDebugger
import TestSupport
import Testing

/// What is said of breakpoints and watchpoints, and of places where nothing is.
@Suite struct StopWordTests {
  private func talk(_ lines: String...) throws -> (output: String, terminal: MemoryTerminal) {
    let desk = try Desk()
    try Raffle.record(to: desk.path("raffle.playhead"))
    let terminal = MemoryTerminal(piped: lines)
    return (desk.playhead("debug raffle.playhead", on: terminal).output, terminal)
  }

  @Test func `'watch' refuses a path that never has a value`() throws {
    let output = try talk("watch tickets.holdres", "watch board.x.y", "watch").output
    #expect(
      output.contains("has no 'tickets.holdres'; did you mean 'tickets.holders'?"), "\(output)")
    #expect(output.contains("has no 'board.x.y'; 'board' has 'winner'"), "\(output)")
    #expect(
      output.contains("no breakpoints or watchpoints; 'break TYPE' and 'watch PATH' add them"))
  }

  @Test func `'watch' accepts a path that had or will have a value`() throws {
    let output = try talk("goto 0", "watch tickets.holders[1]", "watch tickets", "c").output
    #expect(output.contains("watchpoint 1: tickets.holders[1]\n"), "\(output)")
    #expect(output.contains("watchpoint 2: tickets\n"))
  }

  @Test func `two watchpoints that change at one step are both named`() throws {
    let output = try talk("goto 0", "watch tickets.winner", "watch tickets.drawnAt", "c").output
    let both = "watchpoint 1: tickets.winner\nwatchpoint 2: tickets.drawnAt\n"
    #expect(output.contains(both + "6  "), "\(output)")
  }

  @Test func `'last' searches from the current step, whatever step was visited before`()
    throws
  {
    let output = try talk(
      "goto end", "last tickets.holders", "goto end", "last tickets.holders"
    ).output
    #expect(output.ranges(of: "step 5  the state after a gap").count == 2, "\(output)")
  }

  @Test func `'delete' of an unknown number lists the existing ones`() throws {
    let output = try talk("delete 9", "delete all", "watch tickets", "delete 9").output
    #expect(
      output.contains(
        "there is no breakpoint or watchpoint 9; 'break TYPE' and 'watch PATH' add them\n"))
    #expect(output.contains("\nthere is nothing to delete\n"))
    #expect(output.contains("there is no breakpoint or watchpoint 9; there is: 1\n"))
  }

  @Test func `'diff' at a state after a gap compares with the last state before the gap`() throws {
    let output = try talk("goto 5", "diff", "diff tickets.winner", "goto 4").output
    #expect(output.contains("(to: \"Barbara\")\n+ step 5  the state after a gap"), "\(output)")
    #expect(output.contains("+       [3]: \"Frances\""), "\(output)")
    #expect(output.contains("name a step before 4 or from 5 on"))
  }

  @Test func `'history' includes what changed in a gap`() throws {
    let all = try talk("history tickets.holders")
    #expect(all.output.contains("  5           gap"), "\(all.output)")
    #expect(all.output.split(separator: "\n").count > 5)
  }
}
