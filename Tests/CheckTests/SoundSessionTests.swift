import FluxTesting
import Foundation
import Testing

/// The sessions of the repository that are as they should be, and the real command.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SoundSessionTests {
  private static let fixtures = Tool.root.appending(path: "fixtures")

  /// The logs in the folders of `fixtures`; unless `PLAYHEAD_SOAK=1` asks for all, one of each app.
  private static func logs() throws -> [String] {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: fixtures.path).sorted().flatMap { name in
      let inner = fixtures.appending(path: name).path
      let logs = ((try? files.contentsOfDirectory(atPath: inner)) ?? []).sorted()
        .filter { $0.hasSuffix(".playhead") }.map { "\(name)/\($0)" }
      return Soak.isOn ? logs : Array(logs.prefix(1))
    }
  }

  /// Checks logs in a folder in one call, none of which is to be complained of.
  private func expectSound(
    _ logs: [String], in folder: URL, fault: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await onOwnThread {
      try Tool.call(["check", "--json"] + logs, in: folder, fault: fault)
    }
    for object in outcome.objects {
      let isSound = object["divergence"] is NSNull && object["error"] == nil
      #expect(isSound, "\(object)", sourceLocation: sourceLocation)
      #expect(object["actions"] as? Int == object["compared"] as? Int, "\(object)")
    }
    #expect(outcome.objects.count == logs.count && outcome.code == 0, "\(outcome.error)")
  }

  @Test
  func `'check' with the correct apps reports no difference for the logs in the folder fixtures`()
    async throws
  {
    let logs = try Self.logs()
    #expect(logs.count >= 5 && logs.contains("clip-editor/cover.playhead"))
    // Recorded with a faulty app, for the exercises.
    let exercises = [
      "feed/local-hours", "feed/local-order", "feed/main-thread",
      "item-list/second-identity", "text-editor/watched-length",
    ]
    let others = ["versions/4/undo.playhead", "../Tests/FeedTests/Fixtures/likes.playhead"]
    let more = exercises.prefix(Soak.isOn ? 5 : 2).map { "exercises/\($0).playhead" }
    try await expectSound(logs + others + more, in: Self.fixtures)
  }

  // A handler that goes wrong in the same way each time is as deterministic as a sound one.
  @Test(arguments: ["clip-editor/forgotten-moves"] + (Soak.isOn ? ["feed/three-changes"] : []))
  func `'check' reports no difference for a faulty app's log with the faulty app itself`(
    fault: String
  )
    async throws
  {
    let folder = Self.fixtures.appending(path: "exercises")
    try await expectSound(["\(fault).playhead"], in: folder, fault: fault)
  }
}
