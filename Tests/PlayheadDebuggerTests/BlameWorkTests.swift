import PlayheadInspector
import PlayheadDebugger
import TestSupport
import Testing

/// How a 'blame' that takes long is stopped.
@Suite struct BlameWorkTests {
  @Test func `Ctrl-C stops 'blame' between values, and the 'debug' session continues`() throws {
    let desk = try Desk()
    try desk.write("insert a line\nmove 3\ninsert !\n".utf8, to: "a.keys")
    #expect(desk.playhead("record text-editor --input a.keys -o a.playhead").code == .good)
    func answers(_ written: ((MemoryTerminal) -> Void)? = nil) -> [Substring] {
      let terminal = MemoryTerminal(piped: ["blame", "print caret.head"])
      // So that each answer is written when it is known.
      terminal.terminals = [.output]
      terminal.written = written
      return desk.playhead("debug a.playhead --json", on: terminal).output.split(separator: "\n")
    }
    let whole = answers()
    #expect(whole.count > 6 && whole.last == "4", "\(whole)")
    let stopped = answers { terminal in
      if terminal.writes == 2 { terminal.interruptFlag?.raise() }
    }
    let complaint = #"{"error":"interrupted; still at step 3"}"#
    #expect(stopped == whole[..<2] + [complaint[...], whole[whole.count - 1]])
  }
}
