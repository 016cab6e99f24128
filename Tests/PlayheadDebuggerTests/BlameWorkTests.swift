import PlayheadCoding
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import TestSupport
import TextEditor
import Testing

@testable import PlayheadDebugger

/// What a person sees of a 'blame' that takes long, and how it is stopped.
@Suite struct BlameWorkTests {
  /// A desk with a short session of the text editor.
  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.write("insert a line\nmove 3\ninsert !\n".utf8, to: "a.keys")
    let recorded = desk.playhead("record text-editor --input a.keys -o a.playhead")
    #expect(recorded.code == .good, "\(recorded.error)")
    return desk
  }

  @Test func `Ctrl-C stops 'blame' between values, and the 'debug' session continues`() throws {
    let desk = try desk()
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
