import PlayheadCoding
import PlayheadFiles
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

  @Test func `how many values are blamed is shown while more are to come`() throws {
    let desk = try desk()
    let replay = try Replay(LogReader(path: desk.path("a.playhead")), of: TextEditor.self)
    let index = try ChangeIndex(replay)
    try replay.go(to: 3)
    let state = try replay.state()
    let terminal = MemoryTerminal()
    terminal.terminals = [.error]
    var (time, count) = (Duration.zero, 0)
    try index.blame(
      state, at: StatePath(), of: 3, on: Console(terminal),
      now: {
        time += .seconds(1)
        return time
      },
      { _ in count += 1 })
    let lines = terminal.errorText.split(separator: "\r").map(String.init)
    #expect(count > 5 && lines.count == count + 1)
    #expect(lines.first?.hasPrefix("blaming \(100 / count)% (1 of \(count))") == true, "\(lines)")
    #expect(lines.dropLast().last?.hasPrefix("blaming 100% (\(count) of \(count))") == true)
  }

  @Test func `Ctrl-C stops it in the midst of the values`() throws {
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
