import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadValues

/// The sample sessions under `fixtures`, packed, compared with NDJSON of the same facts.
///
/// Each has a few dozen actions, with everything that fixtures record: initial states, exact times, a digest
/// of every store at every step, causes, draws. The NDJSON has one line for the session, one per store for
/// its initial state, and one per action with the same facts under short keys. It leaves out unchanged
/// digests, which makes it smaller.
enum PackedFixtureBenchmarks {
  static func rows(_ scratch: borrowing Scratch) throws -> [Row] {
    var rows: [Row] = []
    for log in logs() {
      let reader = try LogReader(path: log.path)
      let path = scratch.path("packed.playhead")
      let size = try LogPacking(reader).write(to: path)
      let lines = try ndjson(reader)
      let other = try Tool.run("zstd", ["-19", "-c"], input: lines)
      let name = log.deletingPathExtension().lastPathComponent
      rows.append(
        Row(
          subject: "size of a packed sample session", input: "\(reader.header.app)/\(name)",
          playhead: Double(size), competitor: "NDJSON of the same, zstd -19",
          other: Double(other.count), unit: .bytes, goal: 1))
    }
    return rows
  }

  /// The logs of the sample apps. Logs of older format versions are not sessions.
  private static func logs() -> [URL] {
    let folder = URL(fileURLWithPath: "fixtures")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "playhead" && !$0.pathComponents.contains("versions") }
      .sorted { $0.path < $1.path }
  }

  private static func ndjson(_ log: LogReader) throws -> Data {
    var lines = Lines()
    let header = log.header
    lines.add([
      ("session", text(header.session.uuidString)), ("app", text(header.app)),
      ("build", text(header.build)), ("start", "\(header.start.wall)"),
      ("locale", text(header.locale)), ("timeZone", text(header.timeZone)),
    ])
    for checkpoint in try log.checkpoints() {
      for store in 0..<checkpoint.storeCount {
        let state = try checkpoint.state(of: store) { (shape, row) throws(ByteFault) in
          try Value(shapes: checkpoint.shapes, shape: shape, row: row)
        }
        lines.add([("store", text(log.stores[store])), ("state", state.json)])
      }
    }
    var digests = Dictionary(grouping: try log.digests(), by: \.step).mapValues { $0[0].stores }
    guard log.actionCount > 0 else { return lines.data }
    try log.forEachEntry(in: log.firstStep...log.lastStep) { entry in
      let before = entry.step.previous.flatMap { digests[$0] } ?? []
      let now = digests[entry.step] ?? []
      let changed = now.enumerated().filter { $0 >= before.count || before[$0] != $1 }
      lines.add(try action(entry) + changed.map { (log.stores[$0], text("\($1)")) })
      if let previous = entry.step.previous { digests[previous] = nil }
    }
    return lines.data
  }

  private static func action(_ entry: LogEntry) throws -> [(String, String)] {
    let date = Date(timeIntervalSince1970: Double(entry.moment.wall) / 1e9)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    var fields = [
      ("time", text(date.formatted(format))), ("type", text(entry.type.name)),
      ("payload", try entry.payload().json), ("ns", "\(entry.nanoseconds)"),
      ("changed", "[" + entry.changed.map(text).joined(separator: ",") + "]"),
    ]
    if let cause = entry.cause { fields.append(("cause", "\(cause)")) }
    let draws = try entry.draws()
    if !draws.isEmpty {
      fields.append(("draws", "[" + draws.map(\.json).joined(separator: ",") + "]"))
    }
    return fields
  }

  private static func text(_ text: String) -> String { Value.string(text).json }

  private struct Lines {
    private(set) var data = Data()

    mutating func add(_ fields: [(String, String)]) {
      let line = fields.map { "\"\($0)\":\($1)" }.joined(separator: ",")
      data.append(contentsOf: "{\(line)}\n".utf8)
    }
  }
}
