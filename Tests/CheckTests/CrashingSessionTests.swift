import FluxTesting
import Foundation
import Testing

/// A session in which a planted mistake of the clip editor's ends the process.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CrashingSessionTests {
  private static let fault = "clip-editor/kept-handles"
  private static let session = Tool.root.appending(path: "fixtures/exercises/\(fault).playhead")

  private func call(
    _ words: [String], in folder: URL, fault: String? = nil
  ) async throws -> Tool.Outcome {
    try await onOwnThread { try Tool.call(words, in: folder, fault: fault) }
  }

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "crashing-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test
  func `'shrink' reduces a crash to three actions, and 'fixture add' refuses them until the fix`()
    async throws
  {
    try await inFolder { folder in
      let shrunk = try await call(
        ["shrink", Self.session.path, "--crashes", "-o", "small.playhead", "--json"], in: folder,
        fault: Self.fault)
      let report = try #require(shrunk.objects.first, "\(shrunk.error)")
      #expect(shrunk.code == 0 && report["actions"] as? Int == 3, "\(report)")
      // Until then it cannot be said what should be.
      let early = try await call(
        ["fixture", "add", "small.playhead", "--name", "handles"], in: folder, fault: Self.fault)
      #expect(early.code == 1 && early.error.contains("crashes at step 3, 'Undo'"), "\(early)")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files == ["small.playhead"])
      let added = try await call(
        ["fixture", "add", "small.playhead", "--name", "handles"], in: folder)
      #expect(added.code == 0, "\(added)")
      let text = try String(
        contentsOf: folder.appending(path: "Fixtures/handles.fixture.txt"), encoding: .utf8)
      #expect(text.contains("#   3  Undo(scene: \"film\")\n\nend\n"), "\(text)")
    }
  }

  @Test func `in 'fixture check', a store's crash fails only its own fixture`() async throws {
    try await inFolder { folder in
      let letter = Tool.root.appending(path: "fixtures/text-editor/letter.playhead").path
      for (log, name) in [(letter, "a"), (Self.session.path, "b"), (letter, "c")] {
        let added = try await call(["fixture", "add", log, "--name", name], in: folder)
        #expect(added.code == 0, "\(added)")
      }
      let sound = try await call(["fixture", "check", "Fixtures"], in: folder)
      #expect(sound.code == 0 && sound.output.hasSuffix("all 3 fixtures hold\n"), "\(sound)")
      let faulty = try await call(["fixture", "check", "Fixtures"], in: folder, fault: Self.fault)
      #expect(faulty.code == 1)
      #expect(
        faulty.output == """
          Fixtures/a.playhead: holds, 155 actions, 4 expectations
          Fixtures/c.playhead: holds, 155 actions, 4 expectations
          2 of 3 fixtures hold

          """)
      let sentence = "playhead: in 'Fixtures/b.playhead' store 'preview' crashes at step 12, 'Undo'"
      #expect(faulty.error.hasPrefix(sentence), "\(faulty.error)")
      let lines = try await call(
        ["fixture", "check", "Fixtures", "--json"], in: folder, fault: Self.fault)
      #expect(lines.objects.map { $0["holds"] as? Bool } == [true, nil, true], "\(lines.output)")
      #expect(lines.objects[1]["log"] as? String == "Fixtures/b.playhead")
    }
  }
}
