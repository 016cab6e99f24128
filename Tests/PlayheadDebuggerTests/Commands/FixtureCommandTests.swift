import Foundation
import PlayheadDebugger
import TestSupport
import Testing

@Suite struct FixtureCommandTests {
  /// A desk with a raffle's log, which `fixture add` was called with behind its name.
  private func adding(_ words: String) throws -> (Desk, Outcome) {
    let desk = try Desk()
    try Raffle.record(to: desk.path("raffle.playhead"))
    let call = "fixture add raffle.playhead --in kept.folder --name draw-2"
    return (desk, desk.playhead("\(call) \(words)"))
  }

  private func text(_ name: String, on desk: Desk) throws -> String {
    String(decoding: try desk.bytes(name), as: UTF8.self)
  }

  @Test
  func
    `'fixture add --as-test' writes a Swift test that imports the app's module and checks the fixture`()
    throws
  {
    let (desk, outcome) = try adding("--expect tickets.winner=7 --as-test")
    #expect(outcome.code == .good, "\(outcome.error)")
    #expect(
      try text("Draw2Tests.swift", on: desk) == """
        import PlayheadTesting
        import Testing

        @testable import PlayheadDebuggerTests

        // A session that shows a bug. The expectations are beside it, in
        // 'kept.folder/draw-2.fixture.txt'. Package.swift has to exclude them from this target.
        @Test func `draw 2`() throws {
          try Fixture("kept.folder/draw-2.playhead").check(Raffle.self) { Attachment.record($0, named: $1) }
        }

        """)
  }

  @Test
  func `'fixture add' writes the requested expectations, with current values where none are given`()
    throws
  {
    let (desk, outcome) = try adding(
      "--always \"type is not 'Undo'\" --until 3 --expect tickets.holders --expect board=null")
    #expect(outcome.code == .good, "\(outcome.error)")
    #expect(
      try text("kept.folder/draw-2.fixture.txt", on: desk) == """
        # What must hold of draw-2.playhead. Lines that begin with '#' stay as they are.
        #
        #   1  Sell(to: "Ada")
        #   2  Sell(to: "Grace")
        #   3  Sell(to: "Barbara")

        always type is not 'Undo'

        end
        tickets.holders = ["Ada", "Grace", "Barbara"]
        board = null

        """)
    #expect(outcome.output.contains("    board: expected nothing, is "))
    #expect(desk.playhead("fixture check kept.folder").code == .badAnswer)
    #expect(desk.playhead("verify kept.folder/draw-2.playhead").code == .good)
  }

  @Test func `'fixture add' that fails leaves no fixture in its folder`() throws {
    for words in ["--always \"nonsense >\"", "--expect tickets.winer", "--as-test"] {
      let (desk, outcome) = try adding(words)
      #expect(outcome.code != .good)
      #expect(
        desk.playhead("fixture check kept.folder").error
          .hasPrefix("playhead: there is no fixture in"))
    }
  }

  @Test(
    arguments: ["always payload->>'x' > json('{')", "nobody.name = 1", "always nonsense"])
  func `'fixture check' checks the other fixtures if one has an invalid expectations file`(
    line: String
  ) throws {
    let (desk, _) = try adding("--until 3")
    let copies = ["a", "z"].map { "kept.folder/\($0).playhead" }
    for copy in copies { try desk.write(desk.bytes("kept.folder/draw-2.playhead"), to: copy) }
    try desk.write(Data("\(line)\n".utf8), to: "kept.folder/a.fixture.txt")
    #expect(desk.playhead("fixture update kept.folder/z.playhead").code == .good)
    let outcome = desk.playhead("fixture check kept.folder")
    #expect(outcome.code == .unusable)
    #expect(outcome.error.contains("kept.folder/a.fixture.txt"))
    #expect(!outcome.error.contains("is false"))
    #expect(outcome.output.contains("draw-2.playhead: holds"))
    #expect(outcome.output.contains("z.playhead: holds"))
    #expect(outcome.output.contains("2 of 3 fixtures hold"))
  }

  @Test
  func `'fixture check' of two logs exits with the code of the worse failure, in either order`()
    throws
  {
    let (desk, _) = try adding("--until 3")
    try desk.write(desk.bytes("kept.folder/draw-2.playhead"), to: "kept.folder/unknown.playhead")
    let (missing, unknown) = ("missing.playhead", "kept.folder/unknown.playhead")
    #expect(desk.playhead("fixture check \(unknown)").code == .badAnswer)
    #expect(desk.playhead("fixture check \(missing) \(unknown)").code == .unusable)
    #expect(desk.playhead("fixture check \(unknown) \(missing)").code == .unusable)
  }

  @Test
  func `'fixture add' warns about a session whose replays end differently, and still adds it`()
    throws
  {
    let desk = try Desk(apps: [Moody.self])
    try Moody.record(to: desk.path("m.playhead"))
    let added = desk.playhead("fixture add m.playhead --name mood --in kept.folder")
    #expect(
      added.error
        == "warning: another replay ends differently, so the fixture does not hold; 'playhead check "
        + "kept.folder/mood.playhead' names the cause\n", "\(added)")
    #expect(added.code == .good)
  }

  @Test
  func
    `'fixture add' refuses names that cannot be the name of a Swift test, and creates no folder`()
    throws
  {
    let desk = try Desk()
    try Raffle.record(to: desk.path("raffle.playhead"))
    for name in ["a\"b", "a`b", "a\\(1)", "a\nb", "1a", "a/b", ".a"] {
      let terminal = MemoryTerminal()
      let words = ["fixture", "add", desk.path("raffle.playhead"), "--name", name]
      let code = PlayheadCommand.tool(named: "playhead", apps: desk.apps)
        .run(words + ["--in", desk.path("kept")], Console(terminal))
      #expect(code == .unusable && terminal.errorText.contains("begins with a letter"))
      #expect(!FileManager.default.fileExists(atPath: desk.path("kept")))
    }
  }
}
