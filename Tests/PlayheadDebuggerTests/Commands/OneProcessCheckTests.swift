import Foundation
import PlayheadDebugger
import PlayheadLog
import PlayheadRecorder
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

  @Test func `'check' without worker processes compares replays in one process`() throws {
    let outcome = try desk().playhead("check a.playhead --runs 4")
    #expect(outcome.output == "a.playhead: deterministic, 2 actions, 4 replays in one process\n")
    #expect(outcome.error == "" && outcome.code == .good)
  }

  @Test func `'check' warns when the program does not answer as a worker`() throws {
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

  @Test func `'check' reports the steps of actions that two threads handled at the same time`()
    throws
  {
    let desk = try Desk(apps: [Safe.self])
    let recording = try Recording(
      to: URL(filePath: desk.path("a.playhead")), app: "safe", stores: ["door"],
      states: [Safe.Door()])
    recording.record(Safe.Lock()) {
      let other = Thread { recording.record(Safe.Lock()) { [Safe.Door()] } }
      other.start()
      while !other.isFinished { Thread.sleep(forTimeInterval: 0.001) }
      return [Safe.Door()]
    }
    recording.record(Safe.Lock()) { [Safe.Door()] }
    try recording.close()
    let outcome = desk.playhead("check a.playhead --runs 2")
    #expect(
      outcome.output
        == "a.playhead: deterministic, 1 action, 2 replays in one process\n"
        + "  \(Gap(steps: 2...3, reason: .overlapped))\n")
    #expect(
      desk.playhead("check a.playhead --runs 2 --json").output.contains(
        #""overlaps":[{"gap":"overlapped","first":2,"last":3,"#))
  }
}
