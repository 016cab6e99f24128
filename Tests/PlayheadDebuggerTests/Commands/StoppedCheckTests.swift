import Foundation
import PlayheadDebugger
import TestSupport
import Testing
import TextEditor

/// What the commands that check many sessions say after Ctrl-C.
@Suite struct StoppedCheckTests {
  private func desk() throws -> Desk {
    let desk = try Desk(apps: [TextEditor.self])
    try desk.write("insert a\ninsert b\n".utf8, to: "a.txt")
    try desk.makeDirectory("kept.folder")
    for name in ["a", "b", "c"] {
      let log = "kept.folder/\(name).playhead"
      #expect(desk.playhead("record text-editor --input a.txt -o \(log)").code == .good)
      try desk.write("document.text = \"ab\"\n".utf8, to: "kept.folder/\(name).fixture.txt")
    }
    desk.programFile = Desk.tool
    return desk
  }

  @Test(arguments: [
    ("check kept.folder/a.playhead kept.folder/b.playhead kept.folder/c.playhead", "logs"),
    ("fixture check kept.folder", "fixtures"),
  ])
  func
    `after Ctrl-C, 'check' and 'fixture check' report how many of several logs they have checked`(
      call: String, noun: String
    ) throws
  {
    let desk = try desk()
    let terminal = MemoryTerminal()
    terminal.written = { $0.interruptFlag?.raise() }
    let outcome = desk.playhead(call, on: terminal)
    #expect(outcome.output.split(separator: "\n").count == 1, "\(outcome)")
    #expect(outcome.error == "stopped after 1 of 3 \(noun)\n", "\(outcome)")
    #expect(outcome.code == .badAnswer)
  }

  @Test(arguments: [
    ("check kept.folder/a.playhead", "0 of 2 actions"),
    ("fixture check kept.folder/a.playhead", "0 of 1 fixture"),
  ])
  func
    `after Ctrl-C before the first result, 'check' and 'fixture check' report that they checked nothing`(
      call: String, extent: String
    ) throws
  {
    let terminal = MemoryTerminal()
    terminal.isImpatient = true
    let outcome = try desk().playhead(call, on: terminal)
    #expect(outcome.output == "" && outcome.error == "stopped after \(extent)\n", "\(outcome)")
    #expect(outcome.code == .badAnswer)
  }
}
