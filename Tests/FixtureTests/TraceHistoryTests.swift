import Foundation
import PlayheadCoding
import PlayheadDebugger
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import ReplayTesting
import TestSupport
import Testing
import TextEditor

/// Who changed what in real editing sessions, against every two consecutive states compared.
///
/// They are not part of the project: `tools/soak history DIR` says where they are, unpacked as
/// `NAME.json`.
@Suite(.enabled(if: TraceFolder.path != nil), .serialized)
struct TraceHistoryTests {
  /// At so many moments of a session …
  private static let moments = 16
  /// … so many paths are followed, each through the whole session, and at some of them all values blamed.
  private static let paths = 12
  private static let blames = 6

  @Test(arguments: try TraceFolder.names())
  func
    `ChangeIndex finds the changes that a comparison of all states of a real editing session finds`(
      name: String
    ) throws
  {
    let desk = try Desk(apps: [TextEditor.self])
    try desk.write(Data(contentsOf: TraceFolder.file(name)), to: name)
    let recorded = desk.playhead("record text-editor --input \(name) -o trace.playhead")
    try #require(recorded.code == .good, "\(recorded.error)")
    let log = try LogReader(path: desk.path("trace.playhead"))
    let replay = try Replay(log, of: TextEditor.self)
    var oracle = BruteForce([try replay.state()])
    while try replay.stepForward() { oracle.append(try replay.state()) }

    let index = try ChangeIndex(replay)
    var generator = SplitMix64(seed: 7)
    var (followed, blamed) = (0, 0)
    for moment in 0..<Self.moments {
      let step = Int.random(in: 0..<oracle.count, using: &generator)
      let state = try replay.state(at: Step(UInt64(step)))
      let parts = state.paths()
      let some = (0..<Self.paths).compactMap { _ in parts.randomElement(using: &generator) }
      for path in some + oracle.changedPaths(at: step) {
        #expect(try index.disagreement(with: oracle, about: path, at: step) == nil)
        followed += 1
      }
      guard moment < Self.blames else { continue }
      #expect(try index.blameDisagreement(with: oracle, about: state, of: step) == nil)
      blamed += parts.count { state.isLeaf(at: $0) }
    }
    print("\(name): \(oracle.count - 1) steps, \(followed) paths followed, \(blamed) values blamed")
  }
}

private enum TraceFolder {
  static let path = ProcessInfo.processInfo.environment["PLAYHEAD_TRACES"]

  static func names() throws -> [String] {
    let files = try path.map { try FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted()
  }

  static func file(_ name: String) -> URL { URL(filePath: path ?? "").appending(path: name) }
}
