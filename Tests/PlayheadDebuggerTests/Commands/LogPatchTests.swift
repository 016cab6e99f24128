import PlayheadDebugger
import TestSupport
import Testing

/// 'log -p', 'log -- PATH' and 'history': what actions changed.
@Suite struct LogPatchTests {
  let desk: Desk

  init() throws { desk = try Desk.forREPL() }

  private func lines(_ call: String) -> [String] {
    desk.playhead(call).output.split(separator: "\n").map(String.init)
  }

  @Test func `with -p each action has the diff of its step`() throws {
    let output = desk.playhead("log likes.playhead -p").output
    for step in 1...28 {
      let diff = desk.playhead("diff likes.playhead \(step)").output.split(separator: "\n")
        .dropFirst(2)
      let indented = diff.map { "    " + $0 }.joined(separator: "\n")
      #expect(output.contains("\n\(indented)\n\n") || diff.isEmpty, "step \(step)")
    }
  }

  @Test func `a program gets the patch of each action`() throws {
    let entries = lines("log likes.playhead -p --json").filter { $0.contains("\"type\"") }
    #expect(entries.count == 28)
    for (step, entry) in zip(1..., entries) {
      let patch = desk.playhead("diff likes.playhead \(step) --json").output.dropLast()
      #expect(entry.hasSuffix("\"changes\":\(patch)}"), "step \(step)")
    }
  }

  @Test func `the changes of a path are listed with the values`() throws {
    let path = "feed.timeline.posts[0].confirmed.count"
    let log = lines("log likes.playhead -- \(path)")
    let history = lines("history likes.playhead \(path)")
    let changes = ["nothing → 12", "12 → 13", "13 → 12"]
    #expect(log.count == 3 && history.count == 3)
    for (number, change) in changes.enumerated() {
      #expect(log[number].hasSuffix("  \(path): \(change)"))
      #expect(history[number].hasSuffix("  \(path): \(change)"))
    }
  }

  @Test func `history on the command line is that of debug`() throws {
    for path in [
      "feed", "feed.timeline.posts[0]", "shop", "feed.timeline.posts[3].confirmed.count",
    ] {
      let terminal = MemoryTerminal(input: "history \(path)\n")
      let typed = desk.playhead("debug likes.playhead", on: terminal).output
      let marked = typed.split(separator: "\n").filter { $0.contains(#/^[* ] +[0-9]+ /#) }
      let all = desk.playhead("history likes.playhead \(path)")
      let shown = all.output.split(separator: "\n").filter { !$0.contains("has never changed") }
      #expect(shown == marked.suffix(shown.count).map { $0.dropFirst(2) }, "\(path)")
      #expect(all.code == (shown.isEmpty ? .badAnswer : .good))
      let last = lines("history likes.playhead \(path) --last 1").last ?? ""
      #expect(shown.isEmpty || last == String(shown[shown.count - 1]))
    }
  }
}
