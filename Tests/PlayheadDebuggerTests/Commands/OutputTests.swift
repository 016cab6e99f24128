import FluxTesting
import Foundation
@testable import PlayheadDebugger
import TestSupport
import Testing
import TextEditor

@Suite struct OutputTests {
  @Test func `a command with closed standard output fails with an error that says so`() async throws
  {
    let (code, said) = try await onOwnThread {
      let desk = try Desk()
      try desk.write("insert Hello\n".utf8, to: "s.txt")
      #expect(desk.playhead("record text-editor -i s.txt -o r.playhead").code == .good)
      let (process, error) = (Process(), Pipe())
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "\"$0\" \"$@\" >&-", Desk.tool, "info", desk.path("r.playhead")]
      process.standardError = error
      try process.run()
      let text = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }
    #expect(code == 2)
    #expect(
      said
        == "playhead: the output cannot be written: it was closed before the command began\n")
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
  func `'record' writes the same log for a script from standard input as for one from a file`()
    throws
  {
    let desk = try Desk()
    let trace = try EditingSession.make(actions: 100).trace
    try desk.write(trace, to: "t.json")
    let terminal = MemoryTerminal(input: String(decoding: trace, as: UTF8.self))
    let piped = desk.playhead("record text-editor --input - -o piped.playhead", on: terminal)
    #expect(piped.code == .good)
    #expect(desk.playhead("record text-editor -i t.json -o file.playhead").code == .good)
    #expect(try desk.bytes("piped.playhead") == desk.bytes("file.playhead"))
    let log = MemoryTerminal()
    log.input = try desk.bytes("piped.playhead")
    #expect(
      desk.playhead("info - --json", on: log).output.hasPrefix(#"{"log":"standard input","app""#))
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
