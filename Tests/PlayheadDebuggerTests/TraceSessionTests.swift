import Foundation
import PlayheadDebugger
import PlayheadLog
import PlayheadReading
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import TestSupport
import Testing
import TextEditor

private let folder = ProcessInfo.processInfo.environment["PLAYHEAD_TRACES"]

/// Real editing sessions, the whole way: recorded, read back, replayed, checked.
///
/// They are not part of the project: `PLAYHEAD_TRACES=DIR tools/test --filter TraceSessionTests` says
/// where they are, unpacked as `NAME.json`; 'tools/traces' does that.
@Suite(.enabled(if: folder != nil), .serialized) struct TraceSessionTests {
  private struct Trace: Decodable {
    struct Transaction: Decodable {
      let time: String
      let patches: [Patch]
    }

    struct Patch: Decodable {
      let at: Int
      let count: Int
      let text: String

      init(from decoder: any Decoder) throws {
        var parts = try decoder.unkeyedContainer()
        at = try parts.decode(Int.self)
        count = try parts.decode(Int.self)
        text = try parts.decode(String.self)
      }
    }

    let endContent: String
    let txns: [Transaction]
  }

  private static func names() throws -> [String] {
    guard let folder else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".json") }
  }

  @Test(arguments: try names())
  func `a recorded real editing session replays to the exact text at 200 random steps and the end`(
    name: String
  ) throws {
    let desk = try Desk(apps: [TextEditor.self])
    let data = try Data(contentsOf: URL(filePath: folder ?? "").appending(path: name))
    try desk.write(data, to: name)
    #expect(desk.playhead("record text-editor --input \(name) -o trace.playhead").code == .good)
    let log = try LogReader(path: desk.path("trace.playhead"))
    #expect(try log.verify().problems.isEmpty)

    let trace = try JSONDecoder().decode(Trace.self, from: data)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let times = try trace.txns.flatMap { transaction in
      let seconds = try format.parse(transaction.time).timeIntervalSince1970
      return transaction.patches.map { _ in Int64((seconds * 1_000).rounded()) * 1_000_000 }
    }
    var recorded: [Int64] = []
    try log.forEachEntry(in: 1...log.lastStep) { recorded.append($0.moment.wall) }
    #expect(recorded == times)

    let patches = trace.txns.flatMap(\.patches)
    let steps = Set((0..<200).map { _ in Int.random(in: 0...patches.count) } + [patches.count])
    // An independent way to apply patches: to an array of scalars.
    var (texts, scalars): ([Int: String], [Unicode.Scalar]) = ([0: ""], [])
    for (step, patch) in zip(1..., patches) {
      scalars.replaceSubrange(patch.at..<patch.at + patch.count, with: patch.text.unicodeScalars)
      guard steps.contains(step) else { continue }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      texts[step] = String(text)
    }
    #expect(texts[patches.count] == trace.endContent)
    let replay = try Replay(log, of: TextEditor.self)
    let path = try StatePath("document.text")
    for step in steps.shuffled() {
      let text = try replay.state(at: Step(UInt64(step))).value(at: path)
      try #require(text == .string(texts[step] ?? "-"), "step \(step)")
    }
    #expect(try DeterminismCheck(log) { try DispatcherPlayer(TextEditor.self) }.run() == nil)
  }
}
