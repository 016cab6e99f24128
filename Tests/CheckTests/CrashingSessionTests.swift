import FluxTesting
import Foundation
import Testing

/// A session in which a planted mistake of the clip editor's ends the process.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CrashingSessionTests {
  private static let fault = "clip-editor/kept-handles"
  private static let session = Tool.root.appending(path: "fixtures/exercises/\(fault).playhead")

  @Test
  func `'shrink' reduces a crash to three actions, and 'fixture add' refuses them until the fix`()
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
    // Until then it cannot be said what should be.
    let adding = ["fixture", "add", "small.playhead", "--name", "handles"]
    let early = try await call(adding, fault: Self.fault)
    #expect(early.code == 1 && early.error.contains("crashes at step 3, 'Undo'"), "\(early)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files == ["small.playhead"])
    let added = try await call(adding)
    #expect(added.code == 0, "\(added)")
    let text = try String(
      contentsOf: folder.appending(path: "Fixtures/handles.fixture.txt"), encoding: .utf8)
    #expect(text.contains("#   3  Undo(scene: \"film\")\n\nend\n"), "\(text)")
  }
}
