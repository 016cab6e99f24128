import FluxTesting
import Foundation
import Testing

/// Sessions of the planted mistakes, as small as they can be while replays still differ.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ShrinkingTests {
  /// One that differs within one process; 'tools/soak check' takes all. The clock's, below, differs between processes.
  private static let cases = PlantedCase.all.filter { planted in
    Soak.isOn
      ? !["draws", "recording"].contains(planted.cause)
      : planted.cause == "sharedReference"
  }
  private static let folder = Tool.root.appending(path: "fixtures/exercises")

  private func shrink(
    _ session: String, fault: String, to log: URL, _ more: [String] = []
  ) async throws -> FinishedProcess {
    try await onOwnThread {
      try Tool.call(
        ["shrink", "\(session).playhead", "--diverges", "-o", log.path, "--json"] + more,
        in: Self.folder, fault: fault)
    }
  }

  /// How many actions each mistake takes.
  private static let sizes = [
    "item-list/shuffled-logins": 3, "item-list/own-clock": 4, "feed/local-hours": 1,
    "feed/local-order": 1, "feed/main-thread": 2, "text-editor/counted-moves": 2,
    "text-editor/shared-place": 1, "text-editor/watched-length": 2, "item-list/own-identities": 4,
    "text-editor/forgotten-zoom": 1,
  ]

  private static func newLog() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "shrunk-\(UUID()).playhead")
  }

  @Test(arguments: cases)
  func
    `'shrink --diverges' finds the expected number of actions, and 'check' of them the same cause`(
      planted: PlantedCase
    ) async throws
  {
    let log = Self.newLog()
    defer { try? FileManager.default.removeItem(at: log) }
    let fault = try #require(planted.fault)
    let outcome = try await shrink(planted.session, fault: fault, to: log)
    let report = try #require(outcome.objects.first, "\(outcome.error)")
    let actions = try #require(report["actions"] as? Int)
    #expect(outcome.code == 0, "\(report)")
    // How many it takes to be seen often enough is the addresses' matter, and whether a check sees it then.
    if planted.cause == "addresses" { return #expect(1...3 ~= actions) }
    #expect(actions == Self.sizes[planted.session], "\(report)")
    let checked = try await onOwnThread {
      try Tool.call(["check", log.path, "--runs", "16", "--json"], in: Self.folder, fault: fault)
    }
    let divergence = try #require(checked.objects.first?["divergence"] as? [String: Any])
    let cause = try #require(divergence["cause"] as? [String: Any])
    let uncontrolled = Set(cause["uncontrolled"] as? [String] ?? [])
    let expected = uncontrolled.contains(planted.cause) ? "random" : planted.cause
    #expect(divergence["step"] as? Int == actions, "\(divergence)")
    #expect(cause["classes"] as? [String] == [expected], "\(divergence)")
  }

  @Test
  func `'shrink --diverges' refuses a log whose replays differ from it but not from each other`()
    async throws
  {
    let log = Self.newLog()
    let outcome = try await shrink(
      "item-list/second-identity", fault: "item-list/second-identity", to: log)
    #expect(outcome.code == 2 && outcome.error.contains("agree with each other"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: log.path))
  }

  @Test func `'shrink --diverges --until' a step before the difference finds nothing`() async throws
  {
    let outcome = try await shrink(
      "item-list/own-clock", fault: "item-list/own-clock", to: Self.newLog(), ["--until", "7"])
    #expect(outcome.code == 1 && outcome.output == "{\"log\":null}\n", "\(outcome)")
  }

  @Test func `'shrink --diverges --until' the step of the difference finds it`() async throws {
    let log = Self.newLog()
    defer { try? FileManager.default.removeItem(at: log) }
    let outcome = try await shrink(
      "item-list/own-clock", fault: "item-list/own-clock", to: log, ["--until", "8"])
    #expect(outcome.code == 0 && outcome.objects.first?["actions"] as? Int == 4, "\(outcome)")
  }
}

/// A session in which a planted mistake of the clip editor's ends the process.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CrashingSessionTests {
  private static let fault = "clip-editor/kept-handles"
  private static let session = Tool.root.appending(path: "fixtures/exercises/\(fault).playhead")

  @Test
  func `'shrink' reduces a crash to three actions, and 'fixture add' keeps it until the fix`()
    async throws
  {
    let folder = try Attack.folder()
    func call(_ words: [String], fault: String? = nil) async throws -> FinishedProcess {
      try await onOwnThread { try Tool.call(words, in: folder, fault: fault) }
    }
    let shrunk = try await call(
      ["shrink", Self.session.path, "--crashes", "-o", "small.playhead", "--json"],
      fault: Self.fault)
    let report = try #require(shrunk.objects.first, "\(shrunk.error)")
    #expect(shrunk.code == 0 && report["actions"] as? Int == 3, "\(report)")
    let adding = ["fixture", "add", "small.playhead", "--name", "handles"]
    let early = try await call(adding, fault: Self.fault)
    #expect(early.code == 0 && early.output.contains("crashes at step 3"), "\(early)")
    let updating = ["fixture", "update", "Fixtures"]
    let failing = try await call(updating, fault: Self.fault)
    #expect(failing.code == 1 && failing.output.contains("crashes at step 3"), "\(failing)")
    let updated = try await call(updating)
    #expect(updated.code == 0, "\(updated)")
    let text = try String(
      contentsOf: folder.appending(path: "Fixtures/handles.fixture.txt"), encoding: .utf8)
    #expect(text.contains("#   3  Undo(scene: \"film\")\n\nend\n"), "\(text)")
  }
}
