import Foundation
import PlayheadDebugger
import TestSupport
import Testing

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
