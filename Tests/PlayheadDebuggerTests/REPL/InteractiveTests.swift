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

  @Test func `prompts and lines are the editor's, and answers stand alone`() throws {
    let terminal = MemoryTerminal(editing: ["back", "when"])
    terminal.variables["NO_COLOR"] = "1"
    let outcome = try converse(on: terminal)
    #expect(terminal.editedLines == ["#28/28 100% +1.145s> back", "#27/28 96% +1.145s> when"])
    #expect(!outcome.output.contains("#27/28") && outcome.output.contains("step  27 of 28\n"))
  }

  @Test func `a mistake does not count where a person sees it`() throws {
    let outcome = try converse(on: MemoryTerminal(editing: ["nonsense", "goto 99"]))
    #expect(outcome.code == .good && outcome.error == "")
  }

  @Test func `Ctrl-C at the prompt takes the line away, and no more`() throws {
    let terminal = MemoryTerminal(editing: ["back 5^C", "when"])
    #expect(try converse(on: terminal).output.contains("step  28 of 28"))
    #expect(terminal.editedLines.count == 2)
  }

  @Test func `nothing catches Ctrl-C when the conversation is over`() throws {
    let terminal = MemoryTerminal(editing: ["quit", "when"])
    _ = try converse(on: terminal)
    #expect(terminal.interruptFlag == nil && terminal.editedLines.count == 1)
  }

  @Test func `colors are shown where they can be`() throws {
    #expect(try converse(on: MemoryTerminal(editing: ["diff 26..27"])).output.contains("\u{1B}[3"))
    let dumb = MemoryTerminal(typed: "diff 26..27")
    dumb.terminals = [.output, .error]
    dumb.variables["TERM"] = "dumb"
    let output = try converse(on: dumb).output
    #expect(!output.contains("\u{1B}") && output.contains("#28/28 100% +1.145s> − step 26"))
  }

  @Test func `what is in a log does not steer the terminal`() throws {
    let terminal = MemoryTerminal(input: "log\nbreak \u{1B}[2J\n\u{7}\n")
    let output = try converse(on: terminal, "debug raffle.playhead").output
    #expect(!output.contains("\u{1B}") && !output.contains("\u{7}"))
  }

  // MARK: Pages

  /// What is shown of 28 actions on a terminal of ten lines when these keys are pressed.
  private func pages(_ keys: Character..., height: Int = 10) throws -> [Substring] {
    let terminal = MemoryTerminal(editing: ["log 5.."])
    (terminal.height, terminal.width, terminal.keys) = (height, 300, keys)
    terminal.variables["NO_COLOR"] = "1"
    let output = try converse(on: terminal).output
    let question = "-- more: Space for a page, Enter for a line, q to stop --\r\u{1B}[K"
    #expect(output.components(separatedBy: question).count == keys.count + 1)
    return output.replacingOccurrences(of: question, with: "").split(separator: "\n")
      .filter { $0.contains(#/^[* ] +[0-9]+ /#) }
  }

  @Test func `a long answer comes in pages`() throws {
    #expect(try pages("q").count == 9)
    #expect(try pages("\r", "\n", "q").count == 11)
    #expect(try pages(" ", "\u{3}").count == 18)
    #expect(try pages(" ", " ").count == 24)
  }

  @Test func `a line that is wider than the terminal counts for several`() throws {
    let terminal = MemoryTerminal(editing: ["log 5..8"])
    (terminal.height, terminal.width, terminal.keys) = (6, 30, ["q"])
    terminal.variables["NO_COLOR"] = "1"
    let output = try converse(on: terminal).output
    #expect(output.contains("   5  ") && !output.contains("   8  "))
  }

  @Test func `what goes into a pipe or a file has no pages`() throws {
    let terminal = MemoryTerminal(input: "log 1..\n")
    terminal.height = 5
    let output = try converse(on: terminal).output
    #expect(!output.contains("-- more") && output.contains("\n   1  +0"))
    let file = MemoryTerminal(typed: "log 1..")
    file.height = 5
    #expect(try !converse(on: file).output.contains("-- more"))
  }
}
