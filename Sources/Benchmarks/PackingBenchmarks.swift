import Foundation
import PlayheadReading
import PlayheadLog
import PlayheadRepair

/// The size of a packed log, the time to pack it, and the cost of reading its larger chunks.
enum PackingBenchmarks {
  /// `competitor` is the size of the session's NDJSON under zstd, in bytes.
  static func rows(
    _ session: Session, _ scratch: borrowing Scratch, competitor: Int
  ) throws -> [Row] {
    let (path, packed) = (scratch.path("log.playhead"), scratch.path("packed.playhead"))
    _ = try SizeBenchmarks.record(session, to: path)
    let clock = ContinuousClock()
    var size = 0
    let packing = try clock.measure {
      size = try LogPacking(LogReader(path: path)).write(to: packed)
    }
    let lines = try Data(SizeBenchmarks.ndjson(session))
    let zstd = try clock.measure {
      _ = try Tool.run("zstd", ["-19", "-c"], input: lines)
    }
    let count = Double(session.actions.count)
    let chunks = try Stopwatch.best(
      operations: 1,
      [
        { consume(try LogReader(path: packed).entry(at: 1)) },
        { consume(try LogReader(path: path).entry(at: 1)) },
      ])
    return [
      Row(
        subject: "size of a packed log", input: session.name, playhead: Double(size) / count,
        competitor: "NDJSON under zstd -19", other: Double(competitor) / count,
        unit: .bytesPerAction),
      Row(
        subject: "pack, an action", input: session.name,
        playhead: packing / .nanoseconds(1) / count, competitor: "zstd -19 of the NDJSON",
        other: zstd / .nanoseconds(1) / count, unit: .nanoseconds),
      Row(
        subject: "open, and read a packed chunk", input: session.name,
        playhead: chunks[0] / 1_000_000, competitor: "a chunk as recorded",
        other: chunks[1] / 1_000_000, unit: .milliseconds),
    ]
  }
}
