import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import TextEditor

/// Splits the time of recording one action into parts. Measures each alone, with the recorder's own code.
///
/// The rest connects the parts: numbering of types and store sets, running actions, reference counting.
enum PartsBenchmarks {
  static func rows(_ session: Session, _ scratch: borrowing Scratch) throws -> [Row] {
    let edits = Array(session.edits.prefix(RecordingBenchmarks.count))
    let recording = try Recording(
      to: scratch.path("whole"), app: "bench", stores: ["none"], options: RecordingOptions(),
      states: [0])
    let tail = PartOfTail(scratch.path("part.tail"), edits)
    guard tail.isMapped else { throw BenchmarkError("no tail can be mapped for the parts") }
    let rows = RowEncoding(redaction: Redaction().withDeclarations)
    let clock: any RecorderClock = SystemClock()
    let times = try Stopwatch.best(
      operations: edits.count,
      [
        { for edit in edits { recording.record(edit, changed: { [0] }) { [0] } } },
        { for edit in edits { consume(try rows.encode(edit)) } },
        { for _ in edits { consume(clock.now.monotonic &+ clock.monotonic) } },
        { tail.write(outcomes: false) },
        { tail.write(outcomes: true) },
      ])
    try recording.close()
    let outcome = max(times[4] - times[3], 0)
    let rest = max(times[0] - times[1] - times[2] - times[4], 0)
    return [
      row("encode", times[1], times), row("clock, twice", times[2], times),
      row("tail record and checksum", times[3], times), row("outcome's record", outcome, times),
      row("the rest", rest, times),
    ]
  }

  private static func row(_ part: String, _ time: Double, _ times: [Double]) -> Row {
    Row(
      subject: "of an action recorded", input: part, playhead: time,
      competitor: "all of it", other: times[0], unit: .nanoseconds)
  }
}

/// A tail that is never flushed, and rows to write to it.
private final class PartOfTail {
  private let pool: PagePool
  private let writer: TailWriter
  private let rows: RowEncoding
  private let names: ChunkDraft.Names
  private let shape: Int
  private let count: Int
  private var step = Step.initial

  init(_ path: String, _ edits: [Replace]) {
    let pool = PagePool(path, on: SystemDisk())
    self.pool = pool
    writer = TailWriter(pool, session: 1, after: .initial, timing: .coarse) { pool.release($0) }
    let rows = RowEncoding()
    self.rows = rows
    shape = edits.first.flatMap { try? rows.encode($0) } ?? 0
    count = edits.count
    names = ChunkDraft.Names(
      shapes: rows.shapes, types: [ActionType(name: Replace.actionName)],
      storeSets: [[0]],
      timing: .coarse)
  }

  var isMapped: Bool { pool.fallback == nil }

  func write(outcomes: Bool) {
    for _ in 0..<count {
      step = step.next
      let moment = Moment(monotonic: Int64(step.number) * 100_000, wall: 0)
      let facts = ActionFacts(type: 0, shape: shape, moment: moment, cause: nil)
      guard
        writer.append(
          facts, at: step, row: rows.bytes.bytes, innerShapes: rows.innerShapes, names: { names })
      else { return }
      if outcomes {
        writer.setOutcome(of: writer.count - 1, changed: 0, nanoseconds: 100) { names }
      }
      if writer.isFull { writer.finishPage() }
    }
  }
}
