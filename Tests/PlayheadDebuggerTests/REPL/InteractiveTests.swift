import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// A conversation on a terminal, where a person types and reads.
@Suite struct InteractiveTests {
  private func converse(
    on terminal: MemoryTerminal, _ call: String = "debug likes.playhead"
  ) throws -> Outcome {
    try Desk.forREPL().playhead(call, on: terminal)
  }

  @Test
  func
    `at a terminal, the line editor shows the prompts of 'debug', and the output has only the answers`()
    throws
  {
    let terminal = MemoryTerminal(editing: ["back", "when"])
    terminal.variables["NO_COLOR"] = "1"
    let outcome = try converse(on: terminal)
    #expect(terminal.editedLines == ["#28/28 100% +1.145s> back", "#27/28 96% +1.145s> when"])
    #expect(!outcome.output.contains("#27/28") && outcome.output.contains("step  27 of 28\n"))
  }

  @Test func `a mistake at a terminal does not change the exit code of 'debug'`() throws {
    let outcome = try converse(on: MemoryTerminal(editing: ["nonsense", "goto 99"]))
    #expect(outcome.code == .good && outcome.error == "")
  }

  @Test func `Ctrl-C at the prompt of 'debug' discards only the typed line, until 'debug' ends`()
    throws
  {
    let terminal = MemoryTerminal(editing: ["back 5^C", "when", "quit", "when"])
    #expect(try converse(on: terminal).output.contains("step  28 of 28"))
    #expect(terminal.interruptFlag == nil && terminal.editedLines.count == 3)
  }

  @Test func `'debug' uses color only where the terminal supports it`() throws {
    #expect(try converse(on: MemoryTerminal(editing: ["diff 26..27"])).output.contains("\u{1B}[3"))
    let dumb = MemoryTerminal(typed: "diff 26..27")
    dumb.terminals = [.output, .error]
    dumb.variables["TERM"] = "dumb"
    let output = try converse(on: dumb).output
    #expect(!output.contains("\u{1B}") && output.contains("#28/28 100% +1.145s> − step 26"))
  }

  // MARK: Long answers

  /// What a conversation gives the pager, and all that it shows.
  private func paging(
    _ line: String, height: Int = 10, width: Int = 300, limit: Int = .max
  ) throws -> (paged: [String], output: String) {
    let terminal = MemoryTerminal(editing: [line, "print feed.isSignedIn"])
    (terminal.height, terminal.width, terminal.hasPager) = (height, width, true)
    (terminal.variables["NO_COLOR"], terminal.pagerLimit) = ("1", limit)
    let output = try converse(on: terminal).output
    return (terminal.paged, output)
  }

  private func actions(in text: String) -> Int {
    text.split(separator: "\n").count { $0.contains(#/^[* ] +[0-9]+ /#) }
  }

  @Test func `'debug' shows an answer that is longer than the screen completely in the pager`()
    throws
  {
    let paged = try paging("log 5..").paged
    #expect(paged.count == 1 && actions(in: paged.first ?? "") == 24)
    #expect(try paging("log 20..").paged.count == 0)
    // A line wider than the screen counts as several.
    #expect(try paging("help when", height: 20, width: 20).paged.count == 1)
    #expect(try paging("help when", height: 20).paged.count == 0)
  }

  @Test func `leaving the pager returns to the 'debug' prompt`() throws {
    let (paged, output) = try paging("log 5..", limit: 1_200)
    #expect(paged.count == 1 && actions(in: paged.first ?? "") < 24)
    #expect(output.hasSuffix("true\n"))
  }
}
