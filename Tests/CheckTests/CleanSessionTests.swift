import FluxTesting
import Foundation
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
