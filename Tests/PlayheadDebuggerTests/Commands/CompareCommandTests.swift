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

  @Test func `'compare' fails with an explanation if it cannot start worker processes`() throws {
    let desk = try desk()
    desk.programFile = nil
    let outcome = desk.playhead("compare a.playhead --with before/playhead")
    #expect(
      outcome.error
        == "playhead: builds are compared in separate processes, and none can be started for this build; "
        + "start it as a program\n")
    #expect(outcome.code == .unusable)
  }

  @Test func `after Ctrl-C before its first result, 'compare' reports that it compared nothing`()
    throws
  {
    let desk = try desk()
    let terminal = MemoryTerminal()
    terminal.isImpatient = true
    let outcome = desk.playhead("compare a.playhead --with before/playhead", on: terminal)
    #expect(outcome.output == "stopped after 0 of 1 session: nothing to compare\n")
    #expect(outcome.code == .badAnswer)
  }

  @Test
  func
    `AppExecutable waits up to its limit for a build that says nothing, but not for one that exits`()
    throws
  {
    let desk = try desk()
    for folder in ["slow", "ended"] { try desk.makeDirectory(folder) }
    try desk.makeScript("slow/playhead", "exec sleep 1000")
    try desk.makeBuild("ended/playhead", of: "/bin/true")
    #expect(throws: CompareError.silent(desk.path("slow/playhead"), seconds: 1)) {
      try AppExecutable(desk.path("slow/playhead"), startLimit: .seconds(1))
    }
    let began = ContinuousClock.now
    #expect(throws: CompareError.noTool(desk.path("ended/playhead"))) {
      try AppExecutable(desk.path("ended/playhead"))
    }
    #expect(began.duration(to: .now) < AppExecutable.startLimit / 2)
  }

  @Test func `'compare --with NAME' finds the build in PATH`() throws {
    let desk = try desk()
    try desk.makeDirectory("tools")
    try desk.makeBuild("tools/old-editor", of: Desk.tool)
    let terminal = MemoryTerminal()
    terminal.variables["PATH"] = [desk.path("before"), desk.path("tools")].joined(separator: ":")
    let outcome = desk.playhead("compare a.playhead --with old-editor", on: terminal)
    #expect(outcome.output == "1 session: the same in both builds\n", "\(outcome)")
    let without = desk.playhead("compare a.playhead --with old-editor")
    #expect(without.code == .unusable, "\(without)")
  }
}
