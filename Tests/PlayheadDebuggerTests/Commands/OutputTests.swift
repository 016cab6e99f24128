import FluxTesting
import Foundation
@testable import PlayheadDebugger
import TestSupport
import Testing
import TextEditor

@Suite struct OutputTests {
  @Test func `a command with closed standard output fails with an error that says so`() async throws
  {
    let ended = try await onOwnThread {
      let desk = try Desk()
      try desk.write("insert Hello\n".utf8, to: "s.txt")
      #expect(desk.playhead("record text-editor -i s.txt -o r.playhead").code == .good)
      return try FinishedProcess.run(
        URL(filePath: "/bin/sh"),
        ["-c", "\"$0\" \"$@\" >&-", Desk.tool, "info", desk.path("r.playhead")])
    }
    #expect(ended.code == 2)
    #expect(
      ended.error
        == "playhead: the output cannot be written: it was closed before the command began\n")
  }

  @Test func `a command whose output is closed ends without an error`() throws {
    let desk = try Desk()
    try Raffle.record(to: desk.path("r.playhead"))
    let terminal = MemoryTerminal()
    terminal.outputLimit = 3
    #expect(desk.playhead("log r.playhead", on: terminal) == Outcome())
  }

  @Test func `each command's list of parameters contains all the parameters that it declares`() {
    let tool = PlayheadCommand.tool(named: "playhead", apps: [TextEditor.self])
    for command in tool.commands {
      let listed = command.parameters.map(\.spec.name)
      let declaring: Any = (command as? ShellCommand)?.command ?? command
      let declared = Mirror(reflecting: declaring).children
        .compactMap { ($0.value as? any ParameterDeclaration)?.spec.name }
      #expect(Set(declared).isSubset(of: listed) && Set(listed).count == listed.count)
    }
  }

  @Test
  func `'info' and 'verify' refuse an endless input as soon as its bytes cannot be a log`() throws {
    for call in ["info -", "verify /dev/zero"] {
      let endless = MemoryTerminal()
      endless.beforeRead = { $0.input = [UInt8](repeating: 0, count: 65_536) }
      let outcome = try Desk().playhead(call, on: endless)
      #expect(
        outcome.error.contains("is not a Playhead log: its first bytes are not those of a log"))
      #expect(outcome.code == .unusable)
    }
  }

  @Test
  func `Ctrl-C in the line editor of 'record' closes the log, which has the action before it`()
    throws
  {
    let desk = try Desk()
    let terminal = MemoryTerminal(editing: ["insert Hello", "inser^C"])
    terminal.variables = ["TERM": "xterm"]
    _ = desk.playhead("record text-editor -o s.playhead", on: terminal)
    #expect(terminal.editedLines == ["text-editor> insert Hello", "text-editor> inser^C"])
    #expect(terminal.interruptCount == 1)
    #expect(terminal.errorText.contains("is closed and has 1 action"))
    #expect(desk.playhead("state s.playhead end document.text --raw").output == "Hello")
  }
}
