import FluxTesting
import Foundation
import PlayheadFlux
import Testing

/// Sound apps, of which a check has nothing to say.
@Suite(.serialized, .timeLimit(.minutes(240))) struct CleanSessionTests {
  private static let variables = ProcessInfo.processInfo.environment
  /// All of them are for 'tools/soak check', unless it is told how many.
  private static let count =
    variables["PLAYHEAD_SESSIONS"].flatMap { UInt64($0) } ?? (Soak.isOn ? 10_000 : 5)
  /// So many logs in one call.
  private static let batch = min(count, 100)

  @Test func `'check' reports no difference for random sessions of correct apps`() async throws {
    try await onOwnThread {
      var (checked, actions) = (0, 0)
      for first in stride(from: 1, through: Self.count, by: Int(Self.batch)) {
        let folder = try Attack.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let logs = try (first..<first + Self.batch).map { try record($0, in: folder) }
        let outcome = try Tool.call(["check", "--json"] + logs, in: folder)
        #expect(outcome.code == 0, "\(outcome.error)")
        for object in outcome.objects {
          #expect(object["divergence"] is NSNull, "\(object)")
          #expect(object["actions"] as? Int == object["compared"] as? Int, "\(object)")
          actions += object["compared"] as? Int ?? 0
        }
        checked += outcome.objects.count
        if Soak.isOn { print("\(checked) clean sessions, \(actions) actions") }
      }
      #expect(checked == Int(Self.count))
    }
  }

  /// Records the session of a seed; gives the log's name.
  private func record(_ seed: UInt64, in folder: URL) throws -> String {
    let session = CleanSession(seed: seed)
    let (script, log) = ("\(seed).txt", "\(seed).playhead")
    try Data(session.lines.map { $0 + "\n" }.joined().utf8).write(
      to: folder.appending(path: script))
    _ = try Tool.call(["record", session.app, "--input", script, "-o", log], in: folder)
    return log
  }
}

/// A session by chance of a sample app that is as it should be.
struct CleanSession {
  let app: String
  let lines: [String]

  /// The same session for the same seed. Some lines are refused, and end the recording.
  init(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let (app, beginning, blocks) = Self.apps[Int(seed % UInt64(Self.apps.count))]
    var lines = beginning
    for _ in 0..<Int.random(in: 3...20, using: &generator) {
      let number = Int.random(in: 1...6, using: &generator)
      let block = blocks[Int.random(in: 0..<blocks.count, using: &generator)]
      lines += block.map { $0.replacingOccurrences(of: "#", with: "\(number)") }
    }
    (self.app, self.lines) = (app, lines)
  }

  private static let apps: [(name: String, beginning: [String], blocks: [[String]])] = [
    (
      "text-editor", ["insert Once upon a time there was"],
      [
        ["insert  word"], ["insert \\n"], ["insert #, #"], ["delete #"], ["move #", "insert é"],
        ["select # 9"], ["move end"], ["undo"], ["redo"], ["move line 1"],
      ]
    ),
    (
      "item-list", ["unlock 2580", "wait"],
      [
        ["filter a", "clear"], ["filter g#", "clear"], ["open #", "reveal", "back"],
        ["open #", "edit notes number #", "back"], ["open #", "copy", "wait", "back"],
        ["add s#.example ada secret-# of a shop"], ["open #", "delete"],
      ]
    ),
    (
      "clip-editor", ["add clip 4 beach.mov", "add clip 3 waves.mov"],
      [
        ["add clip # more.mov"], ["add text 2 Holidays #"], ["add sticker 1 star"],
        ["add sound # sea.wav"], ["select clip 1", "split"], ["select clip 2", "move 1"],
        ["select text 1", "place #0 #0"], ["seek 1"], ["undo"], ["undo", "redo"],
        ["add filter # sepia"],
      ]
    ),
    (
      "feed", ["server slow 0", "wait"],
      [
        ["like #", "wait"], ["unlike #", "wait"], ["more", "wait"], ["refresh", "wait"],
        ["buy shirt 1", "wait"], ["buy mug #"], ["server fail 1", "like #", "wait"],
        ["retry", "wait"],
      ]
    ),
    (
      "annotations", [],
      [
        ["issue Door # does not close"], ["add photo Crack #"], ["add text Note #"], ["share #"],
        ["status # closed"], ["assign # Ben"], ["filters", "filter shared", "reset", "filters"],
        ["sheet 2", "sheet 1"], ["offline", "issue Late #", "online"],
      ]
    ),
  ]
}

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
