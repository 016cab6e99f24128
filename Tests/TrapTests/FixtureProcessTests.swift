import FluxTesting
import Foundation
import PlayheadTesting
import Testing

/// Fixtures are checked in processes of their own, whatever becomes of those.
@Suite(.serialized, .timeLimit(.minutes(5))) struct FixtureProcessTests {
  private static let sound = ["add 1", "add 2"]

  private static func trapped(_ fixtures: [(name: String, lines: [String])]) throws -> Trapped {
    let trapped = try Trapped(files: [])
    for (name, lines) in fixtures { try trapped.keep(lines, as: name) }
    return trapped
  }

  private static func line(_ name: String) -> String {
    "Fixtures/\(name).playhead: holds, 2 actions, 1 expectation\n"
  }

  @Test func `in 'fixture check', a handler that exits or never ends fails only its own fixture`()
    async throws
  {
    let ending = try await onOwnThread {
      try Self.trapped([
        ("a", Self.sound), ("b", ["leave"]), ("c", ["climb 0"]), ("d", Self.sound),
      ])("fixture", "check", "Fixtures", "--patience", "2")
    }
    #expect(ending.code == 1 && ending.error == "")
    #expect(
      ending.output == Self.line("a") + """
        fixture 'Fixtures/b.playhead' fails
          the end, step 1: Leave()
            store 'numbers' ends its process at step 1: it exited with code 3
          to see it:     trap-app debug Fixtures/b.playhead, then 'goto 1'

        fixture 'Fixtures/c.playhead' fails
          the end, step 1: Climb(number: 0)
            store 'numbers' never ends at step 1: it made no progress for 2 seconds
          to see it:     trap-app debug Fixtures/c.playhead, then 'goto 1'


        """ + Self.line("d") + "2 of 4 fixtures hold\n", "\(ending)")
  }

  @Test func `'fixture add' keeps a crash as a fixture that fails until the store is fixed`()
    async throws
  {
    let (endings, text) = try await onOwnThread {
      let trapped = try Trapped(["add 1", "index 7", "add 2"])
      let added = try trapped("fixture", "add", "t.playhead", "--name", "crash")
      let file = trapped.folder.appending(path: "Fixtures/crash.fixture.txt")
      let text = try String(contentsOf: file, encoding: .utf8)
      let check = ["fixture", "check", "Fixtures"]
      let update = ["fixture", "update", "Fixtures/crash.playhead"]
      let before = try [check, update].map { try trapped.perform($0) }
      trapped.variables["TRAPPER"] = ""
      let after = try [check, update, check].map { try trapped.perform($0) }
      return ([added] + before + after, text)
    }
    #expect(text.hasSuffix("end\nnumbers = ?\n"), "\(text)")
    #expect(endings.map(\.code) == [0, 1, 1, 1, 0, 0], "\(endings)")
    for ending in endings.prefix(3) {
      #expect(ending.output.contains("  step 2 of 3: TakeAt(index: 7)\n"), "\(ending)")
      #expect(ending.output.contains("store 'numbers' crashes at step 2: Index out of range ("))
    }
    #expect(endings[3].output.contains("numbers: not recorded yet, is"), "\(endings[3])")
  }

  @Test func `a fixture checked with an executable's stores fails at a crash and names its line`()
    async throws
  {
    let failures = try await onOwnThread {
      let trapped = try Self.trapped([("a", Self.sound), ("b", ["add 1", "index 7"])])
      let script = try trapped.build("armed", "TRAPPER=armed")
      let program = trapped.folder.appending(path: script).standardized.path
      return Fixtures.all(in: trapped.folder.appending(path: "Fixtures").path).map { fixture in
        do throws(FixtureFailure) {
          try fixture.check(storesOf: program, record: .never)
          return "holds"
        } catch {
          return error.description
        }
      }
    }
    #expect(failures.count == 2 && failures[0] == "holds")
    #expect(failures[1].contains("the end, step 2: TakeAt(index: 7)\n"), "\(failures)")
    #expect(
      failures[1].contains("crashes at step 2: Index out of range (\(Trapped.indexPlace))"),
      "\(failures)")
  }

  @Test
  func
    `'fixture check --page' of a fixture that crashes writes an HTML page that opens at the crash`()
    async throws
  {
    let (ending, page) = try await onOwnThread {
      let trapped = try Self.trapped([("a", Self.sound), ("b", ["add 1", "index 7"])])
      let ending = try trapped("fixture", "check", "Fixtures", "--page", "failed")
      let file = trapped.folder.appending(path: "failed/b.html")
      return (ending, try String(contentsOf: file, encoding: .utf8))
    }
    #expect(ending.code == 1)
    #expect(ending.output.hasPrefix(Self.line("a")), "\(ending)")
    #expect(
      ending.output.hasSuffix("  as a page:     failed/b.html\n\n1 of 2 fixtures hold\n"),
      "\(ending)")
    #expect(
      page.contains(
        #""failure":{"path":"","step":2,"text":"fixture 'b' fails: store 'numbers' crashes"#))
  }

  @Test
  func `'fixture update' reports a store's crash in a fixture that has only 'always' conditions`()
    async throws
  {
    let ending = try await onOwnThread {
      let trapped = try Trapped(["add 1", "index 7"])
      trapped.variables["TRAPPER"] = ""
      let condition = "state('numbers.last') is null or state('numbers.last') < 50"
      let added = try trapped.perform([
        "fixture", "add", "t.playhead", "--name", "c", "--always", condition,
      ])
      #expect(added.code == 0, "\(added)")
      trapped.variables["TRAPPER"] = "armed"
      return try trapped.perform(["fixture", "update", "Fixtures/c.playhead"])
    }
    #expect(ending.code == 1 && ending.output.contains("crashes at step 2"), "\(ending)")
  }

  @Test func `'fixture check' does not report slow steps as a handler that never ends`()
    async throws
  {
    // A tenth of a second each, and three seconds in all.
    let ending = try await onOwnThread {
      try Self.trapped([("slow", Array(repeating: "climb 1", count: 30))])(
        "fixture", "check", "Fixtures", "--patience", "2")
    }
    // What they come to is not what was recorded.
    #expect(
      ending.output.contains("numbers.last: expected nothing, is 100") && ending.error == "",
      "\(ending)")
  }

  /// With so few open files there is one process, or none.
  @Test(arguments: [18, 12])
  func `'fixture check' works where few processes can be started, and says why where none can`(
    files: Int
  ) async throws {
    let names = (10..<30).map { "f\($0)" }
    let ending = try await onOwnThread {
      let trapped = try Self.trapped([(names[0], Self.sound)])
      for name in names.dropFirst() {
        for end in ["playhead", "fixture.txt"] {
          try FileManager.default.copyItem(
            at: trapped.folder.appending(path: "Fixtures/\(names[0]).\(end)"),
            to: trapped.folder.appending(path: "Fixtures/\(name).\(end)"))
        }
      }
      let program = trapped.program.path
      trapped.program = URL(fileURLWithPath: "/bin/sh")
      return try trapped(
        "-c", "ulimit -n \(files); exec \"$0\" fixture check Fixtures", program)
    }
    guard files == 18 else {
      #expect(ending.code == 2 && ending.output == "", "\(ending)")
      #expect(
        ending.error.contains("no other process can be started to replay 'Fixtures/"),
        "\(ending.error)")
      return
    }
    #expect(ending.code == 0 && ending.error == "", "\(ending.error)")
    #expect(ending.output == names.map(Self.line).joined() + "all 20 fixtures hold\n")
  }
}
