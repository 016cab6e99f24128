import FluxTesting
import Foundation
import Testing

/// The sessions of the repository that are as they should be, and the real command.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SoundSessionTests {
  private static let fixtures = Tool.root.appending(path: "fixtures")

  /// The logs in the folders of a folder.
  private static func logs(in folder: URL) throws -> [String] {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: folder.path).sorted().flatMap { name in
      let inner = folder.appending(path: name).path
      return ((try? files.contentsOfDirectory(atPath: inner)) ?? []).sorted()
        .filter { $0.hasSuffix(".playhead") }.map { "\(name)/\($0)" }
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

  @Test func `'check' reports no difference for the sample apps' logs in the folder fixtures`()
    async throws
  {
    let logs = try Self.logs(in: Self.fixtures)
    #expect(logs.count >= 15 && logs.contains("clip-editor/cover.playhead"))
    let others = ["versions/4/undo.playhead", "../Tests/FeedTests/Fixtures/likes.playhead"]
    try await expectSound(logs + others, in: Self.fixtures)
  }

  @Test func `'check' with the correct app reports no difference for five of the exercises' logs`()
    async throws
  {
    let logs = [
      "feed/local-hours", "feed/local-order", "feed/main-thread",
      "item-list/second-identity", "text-editor/watched-length",
    ]
    let folder = Self.fixtures.appending(path: "exercises")
    try await expectSound(logs.map { "\($0).playhead" }, in: folder)
  }

  @Test(arguments: [
    // A handler that goes wrong in the same way each time is as deterministic as a sound one.
    "clip-editor/forgotten-moves", "feed/three-changes",
  ])
  func `'check' reports no difference for a faulty app's log with the faulty app itself`(
    fault: String
  )
    async throws
  {
    let folder = Self.fixtures.appending(path: "exercises")
    try await expectSound(["\(fault).playhead"], in: folder, fault: fault)
  }
}
