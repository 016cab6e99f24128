import Foundation
import PlayheadDebugger
import TestSupport
import Testing
import TextEditor

/// What `check` does where it has no workers; with them it is under test in `CheckTests`.
@Suite struct OneProcessCheckTests {
  private func desk() throws -> Desk {
    let desk = try Desk(apps: [TextEditor.self])
    try desk.write("insert a\ninsert b\n".utf8, to: "a.txt")
    #expect(desk.playhead("record text-editor --input a.txt -o a.playhead").code == .good)
    return desk
  }

  @Test func `without another process it compares replays in its own`() throws {
    let outcome = try desk().playhead("check a.playhead --runs 4")
    #expect(outcome.output == "a.playhead: deterministic, 2 actions, 4 replays in one process\n")
    #expect(outcome.error == "" && outcome.code == .good)
  }

  @Test func `a program that is no worker is told of`() throws {
    let desk = try desk()
    let terminal = MemoryTerminal()
    terminal.programFile = "/bin/echo"
    let outcome = desk.playhead("check a.playhead --runs 2", on: terminal)
    #expect(outcome.output == "a.playhead: deterministic, 2 actions, 2 replays in one process\n")
    #expect(
      outcome.error
        == "warning: no other process can be started ('/bin/echo' does not answer as a worker); "
        + "differences between processes do not show\n")
    #expect(outcome.code == .good)
  }
}
