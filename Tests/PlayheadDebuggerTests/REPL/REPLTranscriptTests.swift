import ClipEditor
import Feed
import Foundation
import PlayheadDebugger
import PlayheadFlux
import SampleSupport
import TestSupport
import Testing
import TextEditor

/// Whole conversations with `playhead debug`, word for word.
@Suite struct REPLTranscriptTests {
  private static let directory = TranscriptTests.directory.appendingPathComponent("debug")

  private static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
    // Where a store traps the process is another one: TrapTests has that conversation.
    return (files ?? []).filter { $0.hasSuffix(".txt") && $0 != "trapped.txt" }.sorted()
  }()

  @Test(arguments: names)
  func `the commands of each 'debug' transcript print the output stored in it`(name: String) throws
  {
    let transcript = try Transcript(at: Self.directory.appendingPathComponent(name))
    let desk = try Desk.forREPL()
    if name == "unknown-app.txt" { desk.apps = [Feed.self] }
    if name == "hunt.txt" { desk.apps = [Planted<ForgottenMoves>.self] }
    #expect(try transcript.complaint(on: desk) == nil)
  }

  /// Of a fixture's log, so that whoever reads it can have the same conversation.
  @Test func `the tour transcript uses every command of 'debug'`() throws {
    let tour = Self.directory.appendingPathComponent("tour.txt")
    let text = try String(contentsOf: tour, encoding: .utf8)
    let said = Set(
      text.matches(of: /(?m)^(?:branch )?#[^>]*> ([a-z-]+)/).map { String($0.output.1) })
    let terminal = MemoryTerminal(input: "help --json\n")
    let help = try Desk.forREPL().playhead("debug likes.playhead --json", on: terminal)
    let known = help.output.matches(of: /"name":"([a-z-]+)"/).map { String($0.output.1) }
    #expect(known.count > 15 && said.isSuperset(of: known), "\(Set(known).subtracting(said))")
  }
}

extension Desk {
  /// Every kind of log that one may have a conversation about.
  static func forREPL() throws -> Desk {
    let desk = try Desk(apps: replApps)
    for (name, bytes) in try logs.get() { try desk.write(bytes, to: name) }
    return desk
  }

  private static let replApps: [any ReplayableApp.Type] = [
    TextEditor.self, Raffle.self, Counted.self, Feed.self, ClipEditor.self,
  ]

  /// The files by their names, made once.
  private static let logs = Result { try makeLogs() }

  private static func makeLogs() throws -> [String: [UInt8]] {
    let desk = try Desk(apps: replApps)
    try Raffle.record(to: desk.path("raffle.playhead"))
    try Raffle.record(to: desk.path("open.playhead"), closes: false)
    try desk.record(chunks: 3, to: "counted.playhead")
    try desk.record(chunks: 1, app: "stranger", to: "stranger.playhead")
    try desk.record(chunks: 0, to: "nothing.playhead")
    try desk.record(chunks: 1, crashes: true, to: "crashed.playhead")
    // The third frame from the start is the second chunk's.
    var bytes = try desk.bytes("counted.playhead")
    bytes[Self.frames(bytes)[2] + 25] ^= 0xFF
    try desk.write(bytes, to: "damaged.playhead")
    let names = try FileManager.default.contentsOfDirectory(atPath: desk.path(""))
    var files = Dictionary(uniqueKeysWithValues: try names.map { ($0, try desk.bytes($0)) })
    let fixtures = TranscriptTests.directory.deletingLastPathComponent()
    for (log, name) in [
      ("feed/likes", "likes"), ("clip-editor/edit", "edit"), ("text-editor/letter", "letter"),
      ("exercises/clip-editor/forgotten-moves", "forgotten-moves"),
    ] {
      let file = fixtures.appendingPathComponent("\(log).playhead")
      files["\(name).playhead"] = Array(try Data(contentsOf: file))
    }
    return files
  }

  /// Where frames of records begin.
  static func frames(_ bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0...].starts(with: [0x04, 0x22, 0x4D, 0x18]) }
  }
}
