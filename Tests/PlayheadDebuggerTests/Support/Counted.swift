import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import TestSupport

/// The sum of the steps' numbers.
struct Counted: ReplayableApp {
  static let appName = "counted"

  struct Count: Action {
    static let actionName = "Count"
    var number: UInt64
  }

  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(Store("sum", UInt64(0)).on(Count.self) { $0 += $1.number })
  }
}

extension Desk {
  /// Writes a log whose chunks have ten actions each; it may end in the midst of the last action.
  func record(
    chunks: Int, after start: Step = 0, of session: UInt8 = 9, crashes: Bool = false,
    app: String = Counted.appName, to name: String
  ) throws {
    let header = LogHeader(
      session: UUID(uuid: (session, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9)), app: app,
      start: Moment(monotonic: 0, wall: 0), stores: ["sum"])
    let rows = RowEncoding()
    var state = CheckpointDraft(step: start)
    state.append(shape: try rows.encode(UInt64(0)), row: rows.bytes.bytes)
    let writer = try LogWriter(
      SystemDisk().createLog(path(name), like: nil), header: header, checkpoint: state,
      shapes: rows.shapes,
      isSynced: false, on: SystemDisk())
    var step = start
    for chunk in 1..<(chunks + 1) {
      let draft = ChunkDraft(firstStep: step.next)
      for action in 1...10 {
        step = step.next
        let shape = try rows.encode(Counted.Count(number: step.number))
        let moment = Moment(monotonic: Int64(step.number) * 1_000_000, wall: 0)
        draft.append(
          ActionFacts(type: 0, shape: shape, moment: moment, cause: nil), row: rows.bytes.bytes)
        if crashes, chunk == chunks, action == 10 { break }
        draft.setOutcome(of: draft.count - 1, changed: 0, nanoseconds: 0)
      }
      try writer.write(
        draft,
        .init(
          shapes: rows.shapes, types: [ActionType(name: "Count")], storeSets: [[0]], timing: .exact)
      )
    }
    if crashes { return }
    try writer.close(at: step, Moment(monotonic: 90_000_000, wall: 0))
  }
}
