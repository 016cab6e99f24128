import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadTerminal
import PlayheadValues
import Testing
import TextEditor

/// Real editing sessions, the whole way: recorded, read back, replayed, checked.
///
/// They are not part of the project: `PLAYHEAD_TRACES=DIR tools/test --filter TraceSessionTests` says
/// where they are, unpacked as `NAME.json`; 'tools/traces' does that.
@Suite(.enabled(if: TraceSession.folder != nil), .serialized)
struct TraceSessionTests {
  @Test(arguments: try TraceSession.names())
  func `a recorded real editing session replays to the exact text at 200 random steps and the end`(
    name: String
  ) throws {
    let session = try TraceSession(name)
    let log = try session.record()
    defer { session.remove() }

    #expect(log.actionCount == session.patches.count)
    #expect(try log.verify().problems.isEmpty)
    var step = 0
    try log.forEachEntry(in: 1...log.lastStep) { entry in
      try #require(entry.moment.wall == session.times[step], "step \(entry.step)")
      step += 1
    }
    #expect(step == session.patches.count)

    let replay = try Replay(log, of: TextEditor.self)
    #expect(try session.text(replay.state(at: log.lastStep)) == session.endContent)
    var steps = session.randomSteps(200)
    let expected = session.texts(at: steps)
    steps.shuffle(using: &session.generator)
    for step in steps {
      let text = try session.text(replay.state(at: Step(UInt64(step))))
      try #require(text.utf8.elementsEqual((expected[step] ?? "-").utf8), "step \(step)")
    }
    #expect(try DeterminismCheck(log) { try DispatcherPlayer(TextEditor.self) }.run() == nil)
  }
}

/// A trace, an independent way to apply it, and its recording.
private final class TraceSession {
  static let folder = ProcessInfo.processInfo.environment["PLAYHEAD_TRACES"]

  /// The traces in the folder.
  static func names() throws -> [String] {
    guard let folder else { return [] }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }
  }

  let patches: [(at: Int, count: Int, text: String)]
  /// When each patch was made, in nanoseconds since 1970.
  let times: [Int64]
  let endContent: String
  var generator = SystemRandomNumberGenerator()
  private let data: Data
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).playhead").path

  init(_ name: String) throws {
    data = try Data(
      contentsOf: URL(fileURLWithPath: Self.folder ?? "", isDirectory: true)
        .appendingPathComponent("\(name).json"))
    let trace = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    endContent = try #require(trace["endContent"] as? String)
    var patches: [(at: Int, count: Int, text: String)] = []
    var times: [Int64] = []
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for transaction in try #require(trace["txns"] as? [[String: Any]]) {
      let date = try format.parse(try #require(transaction["time"] as? String))
      for patch in try #require(transaction["patches"] as? [[Any]]) {
        patches.append(
          (
            try #require(patch[0] as? Int), try #require(patch[1] as? Int),
            try #require(patch[2] as? String)
          ))
        times.append(Int64((date.timeIntervalSince1970 * 1_000).rounded()) * 1_000_000)
      }
    }
    self.patches = patches
    self.times = times
  }

  func record() throws -> LogReader {
    let app = try TextEditor(inputs: .live)
    let clock = ManualClock()
    let recorder = try app.dispatcher.record(to: path, app: TextEditor.appName, clock: clock)
    for timed in try #require(try TextEditor.script(from: data)) {
      let time = try #require(timed.time).components
      clock.set(wall: time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000)
      app.dispatcher.dispatch(timed.action)
    }
    try recorder.close()
    return try LogReader(path: path)
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  func text(_ state: Value) throws -> String {
    guard case .string(let text)? = state.value(at: try StatePath("document.text")) else {
      throw CocoaError(.coderValueNotFound)
    }
    return text
  }

  func randomSteps(_ count: Int) -> [Int] {
    (0..<count).map { _ in Int.random(in: 0...patches.count, using: &generator) }
  }

  /// The text at some steps, by applying every patch to an array of scalars.
  func texts(at steps: [Int]) -> [Int: String] {
    var texts: [Int: String] = [:]
    var scalars: [Unicode.Scalar] = []
    let wanted = Set(steps)
    for step in 0...patches.count {
      if step > 0 {
        let patch = patches[step - 1]
        scalars.replaceSubrange(patch.at..<patch.at + patch.count, with: patch.text.unicodeScalars)
      }
      guard wanted.contains(step) else { continue }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      texts[step] = String(text)
    }
    return texts
  }
}
