import Foundation
import PlayheadDebugger
import Testing
import TestSupport

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

/// Branches in a conversation, where a transcript does not reach.
@Suite struct BranchREPLTests {
  @Test func `'leave' and 'quit' in 'debug' ask before they discard an unsaved branch`() throws {
    let desk = try Desk.forREPL()
    let question = "the branch has 1 unsaved change; leave it anyway? [y/N] "
    /// What is answered before the question, behind it, and behind each other one.
    func answers(_ lines: String...) throws -> [String] {
      let terminal = MemoryTerminal(input: lines.map { $0 + "\n" }.joined())
      terminal.isInputTerminal = true
      terminal.beforeRead = { $0.readSize = ($0.input.firstIndex(of: UInt8(ascii: "\n")) ?? 0) + 1 }
      return desk.playhead("debug likes.playhead", on: terminal).output
        .components(separatedBy: question)
    }
    let stayed = try answers("skip", "leave", "n", "when")
    #expect(stayed.count == 3 && stayed[1].contains("27 of 27 of the branch"))
    let left = try answers("skip", "leave", "y", "when")
    #expect(left.count == 2 && left[1].contains(" of 28\n"))
    let wentOn = try answers("skip", "quit", "", "when")
    #expect(wentOn.count == 3 && wentOn[1].contains("27 of 27 of the branch"))
    #expect(try answers("skip", "quit", "y", "when").dropFirst() == [""])
    // Ctrl-D, and Ctrl-D again.
    #expect(try answers("skip").count == 2)
    let saved = "save \(desk.path("kept.playhead"))"
    let terminal = MemoryTerminal(typed: "skip", saved, "leave", "when")
    #expect(!desk.playhead("debug likes.playhead", on: terminal).output.contains("[y/N]"))
    // Only what came after it is not saved.
    let more = try answers("skip", "save \(desk.path("more.playhead"))", "skip", "leave", "n")
    #expect(more.count > 1, "\(more)")
    let back = try answers("skip", "save \(desk.path("back.playhead"))", "skip", "revert", "leave")
    #expect(back.count == 1, "\(back)")
  }
}
