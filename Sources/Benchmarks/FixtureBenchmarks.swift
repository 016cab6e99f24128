import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadTesting
import TextEditor

/// The time to check many fixtures with one command. Each is a log of its own: a piece of an editing session.
///
/// The other figure is a test without Playhead, with the same pieces as lines of JSON: it decodes them,
/// dispatches them to a new editor in one process, and compares the last view as text: no steps, no paths.
enum FixtureBenchmarks {
  private static let counts = [10, 100, 1_000]
  /// The number of actions in each fixture.
  private static let length = 20

  static func rows(_ session: Session, _ scratch: borrowing Scratch) throws -> [Row] {
    let program = try Program.file
    let folders = try counts.map { count in
      let folder = scratch.path("fixtures-\(count)")
      try make(count, of: session.edits, in: folder)
      return (count, folder)
    }
    let times = try folders.map { count, folder in
      let own = try milliseconds {
        _ = try Tool.run(program, [Options.toolOption, "fixture", "check", folder])
      }
      let other = try milliseconds { try checkLines(count, in: folder) }
      return row("check", count, own, "JSON lines, dispatched", other, .milliseconds)
    }
    let fewest = try MemoryBenchmarks.peak(of: .fixtures, counts[0], folders[0].1)
    let memory = try folders.dropFirst().map { count, folder in
      row(
        "memory while checking", count, try MemoryBenchmarks.peak(of: .fixtures, count, folder),
        "\(counts[0]) fixtures", fewest, .megabytes)
    }
    return times + memory
  }

  private static func row(
    _ subject: String, _ count: Int, _ own: Double, _ competitor: String, _ other: Double,
    _ unit: Row.Unit
  ) -> Row {
    Row(
      subject: "\(subject) fixtures", input: "\(count) of \(length) actions", playhead: own,
      competitor: competitor, other: other, unit: unit)
  }

  private static func milliseconds(_ work: () throws -> Void) throws -> Double {
    try ContinuousClock().measure(work) / .milliseconds(1)
  }

  /// Checks all fixtures in a folder, one after the other, in this process.
  static func check(_ folder: String) throws {
    for fixture in Fixtures.found(in: folder) {
      if let failure = fixture.failure(with: try DispatcherPlayer(TextEditor.self), .strict, .never)
      {
        throw failure
      }
    }
  }

  // MARK: Making fixtures

  private static func make(_ count: Int, of edits: [Replace], in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let draft = folder + "/draft"
    for number in 0..<count {
      let piece = piece(number, of: edits)
      let editor = try TextEditor(inputs: .live)
      let recorder = try editor.dispatcher.record(to: draft, app: TextEditor.appName)
      for edit in piece { editor.dispatcher.dispatch(edit) }
      try recorder.close()
      let fixture = Fixture(folder: folder, name: "piece-\(number)")
      _ = try LogPacking(LogReader(path: draft)).write(to: fixture.path)
      try FileManager.default.removeItem(atPath: draft)
      // Writes the expected states. Fails, because new expectations must be reviewed.
      _ = fixture.failure(with: try DispatcherPlayer(TextEditor.self), .strict, .missing)
      try writeLines(piece, editor.view, to: lines(number, in: folder))
    }
  }

  private static func piece(_ number: Int, of edits: [Replace]) -> [Replace] {
    let start = number * length % max(edits.count - length, 1)
    return Array(edits[start..<min(start + length, edits.count)])
  }

  // MARK: The other way

  private static func lines(_ number: Int, in folder: String) -> URL {
    URL(fileURLWithPath: "\(folder)/piece-\(number).ndjson")
  }

  private struct Line: Codable {
    var type: String
    var payload: Replace
  }

  private static func writeLines(_ edits: [Replace], _ view: String, to file: URL) throws {
    let encoder = JSONEncoder()
    var data = try encoder.encode(view)
    for edit in edits {
      data.append(UInt8(ascii: "\n"))
      data += try encoder.encode(Line(type: Replace.actionName, payload: edit))
    }
    try data.write(to: file)
  }

  private static func checkLines(_ count: Int, in folder: String) throws {
    let decoder = JSONDecoder()
    for number in 0..<count {
      let lines = try Data(contentsOf: lines(number, in: folder)).split(
        separator: UInt8(ascii: "\n"))
      let editor = try TextEditor(inputs: .live)
      for line in lines.dropFirst() {
        editor.dispatcher.dispatch(try decoder.decode(Line.self, from: line).payload)
      }
      guard let first = lines.first, try decoder.decode(String.self, from: first) == editor.view
      else { throw BenchmarkError("a piece does not lead where it did") }
    }
  }
}
