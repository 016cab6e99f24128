import Foundation
import PlayheadFlux
import PlayheadRecorder
import PlayheadTerminal
import TextEditor
import PlayheadReplay

/// The size of logs, with everything that a default recording writes.
enum SizeBenchmarks {
  static func rows(_ sessions: [Session], _ scratch: borrowing Scratch) throws -> [Row] {
    var rows: [Row] = []
    var ratios: [Double] = []
    var packedRatios: [Double] = []
    for session in sessions {
      let log = try record(session, to: scratch.path("\(session.name).playhead"))
      let lines = try ndjson(session)
      let packed = try [
        ("NDJSON", lines.count),
        ("NDJSON under lz4 -1", Tool.run("lz4", ["-1", "-c"], input: lines).count),
        ("NDJSON under gzip", Tool.run("gzip", ["-c"], input: lines).count),
        ("NDJSON under zstd -19", Tool.run("zstd", ["-19", "-c"], input: lines).count),
      ]
      let count = Double(session.actions.count)
      for (name, size) in packed {
        rows.append(
          Row(
            subject: "size of a log", input: session.name, playhead: Double(log) / count,
            competitor: name, other: Double(size) / count, unit: .bytesPerAction))
      }
      ratios.append(rows[rows.count - 1].ratio)
      let small = try PackingBenchmarks.rows(session, scratch, competitor: packed[3].1)
      packedRatios.append(small[0].ratio)
      rows += small
    }
    rows.append(
      Row(
        subject: "size of a log, mean of ratios", input: "\(sessions.count) session(s)",
        playhead: ratios.reduce(0, +) / Double(ratios.count), competitor: "NDJSON under zstd -19",
        other: 1, unit: .ratio, goal: 0.6))
    rows.append(
      Row(
        subject: "size of a packed log, mean", input: "\(sessions.count) session(s)",
        playhead: packedRatios.reduce(0, +) / Double(ratios.count),
        competitor: "NDJSON under zstd -19", other: 1, unit: .ratio, goal: 0.4))
    return rows
  }

  /// Records a session with its own times. Returns the log's size in bytes.
  static func record(_ session: Session, to path: String) throws -> Int {
    let editor = try TextEditor(inputs: .live)
    let clock = ManualClock()
    let recorder = try editor.dispatcher.record(
      to: path, app: TextEditor.appName, clock: clock)
    for timed in session.actions {
      if let time = timed.time { clock.set(wall: time.wholeNanoseconds) }
      editor.dispatcher.dispatch(timed.action)
    }
    try recorder.close()
    return try Data(contentsOf: URL(fileURLWithPath: path)).count
  }

  /// The session as a careful logger writes it: the time, the type, the fields.
  static func ndjson(_ session: Session) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    var lines = Data()
    for (timed, edit) in zip(session.actions, session.edits) {
      let date = Date(timeIntervalSince1970: (timed.time ?? .zero) / .seconds(1))
      lines.append(
        try encoder.encode(
          JSONLineLog.Line(time: date.formatted(format), type: Replace.actionName, payload: edit)))
      lines.append(0x0A)
    }
    return lines
  }
}

extension Duration {
  /// The duration in whole nanoseconds. Cuts off fractions.
  var wholeNanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
