import FluxTesting
import Foundation
import PlayheadDebugger
import PlayheadReading
import PlayheadLog
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files that commands make: whole or not there, and for nobody to read who may not read the log.
@Suite(.timeLimit(.minutes(15))) struct OutputFileKillTests {
  /// A desk with a session that only its owner may read.
  private func desk() throws -> Desk {
    let desk = try Desk()
    try Raffle.record(to: desk.path("raffle.playhead"))
    try desk.write(try EditingSession.make(actions: 20).trace, to: "t.json")
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

  @Test(arguments: [
    "recover r.playhead -o out.playhead", "pack r.playhead -o out.playhead",
    "cut r.playhead 3..5 -o out.playhead",
  ])
  func `'recover', 'pack' and 'cut' make a log that only its owner can read, like the original`(
    call: String
  ) throws {
    let desk = try desk()
    let outcome = desk.playhead(call)
    #expect(outcome.code == .good, "\(outcome.error)")
    #expect(try mode("out.playhead", on: desk) == 0o600)
  }

  @Test func `'save' in 'debug' makes a log that only its owner can read, like the original`()
    throws
  {
    let desk = try desk()
    let path = desk.path("out.playhead")
    let outcome = desk.playhead(
      "debug r.playhead", on: MemoryTerminal(input: "goto 5\nskip 4\nsave \(path)\n"))
    #expect(outcome.code == .good, "\(outcome.output)")
    #expect(try mode("out.playhead", on: desk) == 0o600)
  }

  @Test func `'shrink' makes a log that only its owner can read, like the original`() throws {
    let desk = try desk()
    desk.programFile = Desk.tool
    let outcome = desk.playhead("shrink r.playhead --where \"step = 2\" -o out.playhead")
    #expect(outcome.code == .good, "\(outcome.error)")
    #expect(try mode("out.playhead", on: desk) == 0o600)
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

  // MARK: Kills

  private static let limit = 60.0

  /// The names in a folder of the desk.
  private func names(_ folder: String, on desk: Desk) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: desk.path(folder))) ?? []).sorted()
  }

  /// When the tool is killed, if it has not ended by then.
  private enum Moment {
    /// So many milliseconds after its start.
    case after(Double)
    /// As soon as there is a file at a path.
    case appeared(String)
  }

  /// Some of both, for a command that makes the file at `path`.
  private static func moments(
    from start: Double, through end: Double, by pause: Double, _ path: String
  ) -> [Moment] {
    Array(repeating: .appeared(path), count: 6)
      + stride(from: start, through: end, by: pause).map(Moment.after)
  }

  /// Kills the tool. Returns whether it had not ended by itself.
  private func kill(
    _ call: String, typing lines: String = "", on desk: Desk, _ moment: Moment
  ) throws -> Bool {
    let tool = try StartedTool(Desk.tool, desk.words(of: call), in: desk.path(""))
    tool.type(lines)
    switch moment {
    case .after(let milliseconds): usleep(UInt32(milliseconds * 1_000))
    case .appeared(let path):
      let end = ContinuousClock.now + .seconds(Self.limit)
      while tool.isRunning, .now < end, access(path, F_OK) != 0 {}
    }
    tool.send(SIGKILL)
    return tool.end(within: Self.limit) == .signal(SIGKILL)
  }

  /// Expects that some kills hit a tool at work, before it had made its file and after it.
  private func expectHits(_ hits: [Bool], _ files: [Bool]) {
    #expect(hits.count { $0 } >= 3, "\(hits)")
    #expect(zip(hits, files).contains { $0 && !$1 }, "\(zip(hits, files).map { $0 })")
    #expect(files.contains(true), "\(files)")
  }

  @Test(arguments: [
    "recover r.playhead -o made.folder/out.playhead", "pack r.playhead -o made.folder/out.playhead",
    "cut r.playhead 3..5 -o made.folder/out.playhead",
    "shrink r.playhead --where \"step = 2\" -o made.folder/out.playhead",
  ])
  func `'recover', 'pack', 'cut' and 'shrink' killed at many moments leave a complete file or none`(
    call: String
  ) async throws {
    try await onOwnThread {
      let desk = try self.desk()
      try desk.makeDirectory("made.folder")
      let path = desk.path("made.folder/out.playhead")
      var (hits, files): ([Bool], [Bool]) = ([], [])
      for moment in Self.moments(from: 10, through: 130, by: 8, path) {
        hits.append(try self.kill(call, on: desk, moment))
        files.append(FileManager.default.fileExists(atPath: path))
        if files.last == true {
          #expect(try LogReader(path: path).isClosed, "\(moment)")
          try FileManager.default.removeItem(atPath: path)
        }
      }
      self.expectHits(hits, files)
      desk.programFile = Desk.tool
      #expect(desk.playhead(call).code == .good)
      #expect(self.names("made.folder", on: desk) == ["out.playhead"])
    }
  }

  @Test func `'debug' killed at many moments during 'save' leaves a complete log or none`()
    async throws
  {
    try await onOwnThread {
      let desk = try self.desk()
      try desk.makeDirectory("made.folder")
      let path = desk.path("made.folder/out.playhead")
      let lines = "goto 5\nskip 4\nsave \(path)\n"
      var (hits, files): ([Bool], [Bool]) = ([], [])
      for moment in Self.moments(from: 20, through: 180, by: 8, path) {
        hits.append(try self.kill("debug r.playhead", typing: lines, on: desk, moment))
        files.append(FileManager.default.fileExists(atPath: path))
        if files.last == true {
          #expect(try LogReader(path: path).isClosed, "\(moment)")
          try FileManager.default.removeItem(atPath: path)
        }
      }
      self.expectHits(hits, files)
      let outcome = desk.playhead("debug r.playhead", on: MemoryTerminal(input: lines))
      #expect(outcome.code == .good, "\(outcome.output)")
      #expect(self.names("made.folder", on: desk) == ["out.playhead"])
    }
  }

  @Test(arguments: [
    "page long.playhead -o made.folder/out.html",
    "export long.playhead --as redux-devtools -o made.folder/out.json",
  ])
  func `'page' and 'export' stopped by Ctrl-C say so and leave no file`(call: String) async throws {
    try await onOwnThread {
      let desk = try self.desk()
      try desk.write(try EditingSession.make(actions: 5_000).trace, to: "t.json")
      #expect(desk.playhead("record text-editor -i t.json -o long.playhead").code == .good)
      try desk.makeDirectory("made.folder")
      let words = desk.words(of: call)
      let tool = try StartedTool(Desk.tool, words, in: desk.path(""))
      while tool.isRunning, self.names("made.folder", on: desk).isEmpty {}
      // The tool begins to watch for signals.
      usleep(50_000)
      tool.send(SIGINT)
      #expect(tool.end(within: Self.limit) == .exit(128 + SIGINT))
      #expect(tool.errorText.hasSuffix("\nstopped: '\(words.last ?? "")' was not written\n"))
      #expect(self.names("made.folder", on: desk).isEmpty)
    }
  }

  @Test
  func `'fixture add' killed at many moments leaves a complete fixture, or the next call adds it`()
    async throws
  {
    try await onOwnThread {
      let desk = try self.desk()
      let call = "fixture add r.playhead --in made.folder --name kept"
      let whole = ["kept.fixture.txt", "kept.playhead"]
      let path = desk.path("made.folder/kept.playhead")
      var (hits, files): ([Bool], [Bool]) = ([], [])
      for moment in Self.moments(from: 10, through: 150, by: 6, path) {
        hits.append(try self.kill(call, on: desk, moment))
        let isThere = self.names("made.folder", on: desk).contains("kept.playhead")
        let again = desk.playhead(call)
        #expect(again.code == (isThere ? .unusable : .good), "\(moment): \(again.error)")
        #expect(self.names("made.folder", on: desk) == whole, "\(moment)")
        try FileManager.default.removeItem(atPath: desk.path("made.folder"))
        files.append(isThere)
      }
      self.expectHits(hits, files)
    }
  }

  @Test
  func `'fixture add' succeeds after a killed call left only the expectations and the Swift test`()
    async throws
  {
    let desk = try desk()
    try desk.makeDirectory("kept.folder")
    let paths = [
      "Draw2Tests.swift", "kept.folder/draw-2.fixture.txt", "kept.folder/draw-2.playhead",
    ]
    .map { desk.path($0) }
    await #expect(processExitsWith: .signal(SIGKILL)) { [paths = paths as [String]] in
      let texts = ["import PlayheadTesting\n", "# What must hold of it.\n"]
      let files = try zip(texts, paths).map {
        try OutputFile(text: $0, at: $1, mode: .usual)
      }
      for file in files { link(file.partialPath, file.path) }
      Self.end()
    }
    let outcome = desk.playhead("fixture add raffle.playhead --in kept.folder --name draw-2")
    #expect(outcome.code == .good, "\(outcome.error)")
    #expect(names("kept.folder", on: desk) == ["draw-2.fixture.txt", "draw-2.playhead"])
    #expect(!names("", on: desk).contains { $0.hasPrefix("Draw2Tests") })
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

  /// The system's `kill`, which within these tests would be their own.
  private static func end() { raise(SIGKILL) }
}
