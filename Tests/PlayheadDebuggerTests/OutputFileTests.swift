import FluxTesting
import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// The files that commands make: for nobody to read who may not read the log, and gone if Ctrl-C came before their end.
@Suite(.timeLimit(.minutes(15))) struct OutputFileTests {
  /// A desk with a session that only its owner may read.
  private func desk() throws -> Desk {
    let desk = try Desk()
    try Raffle.record(to: desk.path("raffle.playhead"))
    try desk.write(try EditingSession.trace(actions: 20), to: "t.json")
    #expect(desk.playhead("record text-editor -i t.json -o r.playhead").code == .good)
    for log in ["raffle.playhead", "r.playhead"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: desk.path(log))
    }
    return desk
  }

  private func mode(_ name: String, on desk: Desk) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: desk.path(name))
    return (facts[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }

  @Test
  func
    `logs that commands make have the rights of the original, also if only its owner can read it`()
    throws
  {
    let desk = try desk()
    for (call, input) in [
      ("recover r.playhead -o out.playhead", ""), ("pack r.playhead -o out.playhead", ""),
      ("cut r.playhead 3..5 -o out.playhead", ""),
      ("shrink r.playhead --where \"step = 2\" -o out.playhead", ""),
      ("debug r.playhead", "goto 5\nskip 4\nsave \(desk.path("out.playhead"))\n"),
    ] {
      desk.programFile = call.hasPrefix("shrink") ? Desk.tool : nil
      let outcome = desk.playhead(call, on: MemoryTerminal(input: input))
      #expect(outcome.code == .good, "\(call): \(outcome)")
      #expect(try mode("out.playhead", on: desk) == 0o600, "\(call)")
      try FileManager.default.removeItem(atPath: desk.path("out.playhead"))
    }
  }

  @Test
  func
    `'fixture add' of a log that only its owner can read protects the fixture but not the Swift test`()
    throws
  {
    let desk = try desk()
    let call =
      "fixture add raffle.playhead --in kept.folder --name draw-2 --expect tickets.winner=7 --as-test"
    let outcome = desk.playhead(call)
    #expect(outcome.code == .good, "\(outcome.error)")
    #expect(try mode("kept.folder/draw-2.playhead", on: desk) == 0o600)
    #expect(try mode("kept.folder/draw-2.fixture.txt", on: desk) == 0o600)
    try desk.write([], to: "usual.txt")
    #expect(try mode("Draw2Tests.swift", on: desk) == mode("usual.txt", on: desk))
    let text = "kept.folder/draw-2.fixture.txt"
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: desk.path(text))
    #expect(desk.playhead("fixture update kept.folder").code == .good)
    #expect(try mode(text, on: desk) == 0o600)
  }

  /// The names in a folder of the desk.
  private func names(_ folder: String, on desk: Desk) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: desk.path(folder))) ?? []).sorted()
  }

  @Test func `'page' and 'export' stopped by Ctrl-C say so and leave no file`() async throws {
    try await onOwnThread {
      let desk = try self.desk()
      try desk.write(try EditingSession.trace(actions: 3_000), to: "t.json")
      #expect(desk.playhead("record text-editor -i t.json -o long.playhead").code == .good)
      try desk.makeDirectory("made.folder")
      for call in [
        "page long.playhead -o made.folder/out.html",
        "export long.playhead --as redux-devtools -o made.folder/out.json",
      ] {
        let words = desk.words(of: call)
        let tool = try StartedTool(Desk.tool, words, in: desk.path(""))
        while tool.isRunning, self.names("made.folder", on: desk).isEmpty { usleep(1_000) }
        // The tool begins to watch for signals.
        usleep(50_000)
        tool.send(SIGINT)
        #expect(tool.end(within: 60) == .exit(128 + SIGINT))
        #expect(tool.errorText.hasSuffix("\nstopped: '\(words.last ?? "")' was not written\n"))
        #expect(self.names("made.folder", on: desk).isEmpty)
      }
    }
  }

  @Test func `'fixture add' refuses to overwrite an expectations file that a person wrote`() throws
  {
    let desk = try desk()
    try desk.makeDirectory("kept.folder")
    try desk.write("# mine\n".utf8, to: "kept.folder/draw-2.fixture.txt")
    let outcome = desk.playhead("fixture add raffle.playhead --in kept.folder --name draw-2")
    #expect(outcome.code == .unusable && outcome.error.contains("already exists"))
    #expect(try desk.bytes("kept.folder/draw-2.fixture.txt") == Array("# mine\n".utf8))
    #expect(names("kept.folder", on: desk) == ["draw-2.fixture.txt"])
  }
}
