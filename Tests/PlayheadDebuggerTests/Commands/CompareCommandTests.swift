import Foundation
import PlayheadDebugger
import TestSupport
import Testing
import TextEditor

/// What `compare` says where it is not in a transcript; what it finds is under test in `CheckTests`.
@Suite struct CompareCommandTests {
  private func desk() throws -> Desk {
    let desk = try Desk(apps: [TextEditor.self])
    try desk.write("insert a\ninsert b\n".utf8, to: "a.txt")
    #expect(desk.playhead("record text-editor --input a.txt -o a.playhead").code == .good)
    try desk.makeDirectory("before")
    try desk.makeBuild("before/playhead", of: Desk.tool)
    desk.programFile = Desk.tool
    return desk
  }

  @Test func `without another process there is nothing to compare`() throws {
    let desk = try desk()
    desk.programFile = nil
    let outcome = desk.playhead("compare a.playhead --with before/playhead")
    #expect(
      outcome.error
        == "playhead: builds are compared in processes of their own, and there can be none of this one here; "
        + "start it as a program\n")
    #expect(outcome.code == .unusable)
  }

  @Test func `a log comes from standard input as well`() throws {
    let desk = try desk()
    let terminal = MemoryTerminal()
    terminal.input = try desk.bytes("a.playhead")
    let outcome = desk.playhead("compare - a.playhead --with before/playhead --json", on: terminal)
    #expect(
      outcome.output.split(separator: "\n") == [
        #"{"log":"-","app":"text-editor","actions":2,"same":true}"#,
        #"{"log":"a.playhead","app":"text-editor","actions":2,"same":true}"#,
      ])
    #expect(outcome.error == "" && outcome.code == .good)
  }

  @Test func `of a damaged log what is whole is compared, and the rest is told`() throws {
    let desk = try desk()
    let whole = try desk.bytes("a.playhead")
    try desk.write(whole[..<(whole.count / 2)], to: "half.playhead")
    let outcome = desk.playhead("compare half.playhead --with before/playhead")
    #expect(outcome.error.contains("half.playhead"), "\(outcome)")
    #expect(outcome.code != .good)
  }

  @Test func `who presses Ctrl-C at once is told that nothing was compared`() throws {
    let desk = try desk()
    let terminal = MemoryTerminal()
    terminal.isImpatient = true
    let outcome = desk.playhead("compare a.playhead --with before/playhead", on: terminal)
    #expect(outcome.output == "stopped after 0 of 1 session: nothing to compare\n")
    #expect(outcome.code == .badAnswer)
  }
}
