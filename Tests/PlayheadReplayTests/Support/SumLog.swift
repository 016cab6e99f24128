import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Logs whose state is the sum of the steps' numbers.
enum SumLog {
  private struct Count: Action {
    static let actionName = "Count"
    var number: UInt64
  }

  static func sum(_ step: UInt64) -> UInt64 { step * (step + 1) / 2 }

  private static func make() throws -> Dispatcher {
    try making { [Store("sum", UInt64(0)).on(Count.self) { $0 += $1.number }] }()
  }

  /// Chunks of ten actions; behind some of them, the third if nothing else is said, there is a
  /// checkpoint. Behind `arrival` the store comes again, with the state that it has. Other states than the sums
  /// may be first, and in the checkpoints.
  static func bytes(
    after start: Step = 0, chunks: Int = 5, checkpointsBehind: Set<Int> = [3],
    arrival: Int? = nil, first: (any Encodable)? = nil,
    checkpoint other: (any Encodable)? = nil, version: Int = 1,
    damaging frames: [Int] = [], hasIndex: Bool = false
  ) throws -> [UInt8] {
    let url = FileManager.default.temporaryDirectory.appending(path: "lost-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    let rows = RowEncoding()
    let header = LogHeader(
      session: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), app: "sum",
      start: Moment(monotonic: 0, wall: 0), stores: ["sum"])
    let writer = try LogWriter(
      SystemDisk().createLog(url.path(percentEncoded: false), like: nil), header: header,
      checkpoint: try checkpoint(start, rows, first), shapes: rows.shapes, isSynced: false,
      on: SystemDisk())
    var step = start
    for chunk in 1...chunks {
      let draft = ChunkDraft(firstStep: step.next)
      for _ in 0..<10 {
        step = step.next
        let shape = try rows.encode(Count(number: step.number))
        draft.append(
          ActionFacts(
            type: 0, shape: shape, moment: Moment(monotonic: 0, wall: 0), cause: nil),
          row: rows.bytes.bytes)
        draft.setOutcome(of: draft.count - 1, changed: 0, nanoseconds: 0)
      }
      try writer.write(
        draft,
        .init(
          shapes: rows.shapes, types: [ActionType(name: "Count")], storeSets: [[0]], timing: .exact)
      )
      if chunk == arrival {
        let storeList = StoreList(step: step, stores: ["sum"], registered: [0], arrived: [0])
        try writer.add(storeList, checkpoint(step, rows), shapes: rows.shapes)
      }
      if checkpointsBehind.contains(chunk) {
        try writer.write(checkpoint(step, rows, other, version), shapes: rows.shapes)
      }
    }
    try writer.close(at: step, Moment(monotonic: 0, wall: 0))
    return try damage(frames, of: [UInt8](Data(contentsOf: url)), hasIndex)
  }

  private static func checkpoint(
    _ step: Step, _ rows: RowEncoding, _ other: (any Encodable)? = nil, _ version: Int = 1
  ) throws -> CheckpointDraft {
    var draft = CheckpointDraft(step: step)
    let state: any Encodable = if let other { other } else { sum(step.number) }
    let shape = try rows.encode(state)
    draft.append(shape: shape, row: rows.bytes.bytes, version: version)
    return draft
  }

  /// Without their magic numbers nobody finds the frames.
  private static func damage(
    _ frames: [Int], of bytes: [UInt8], _ hasIndex: Bool
  ) throws -> [UInt8] {
    var damaged = bytes
    var start = 0
    for frame in 0...(frames.max() ?? 0) {
      if frames.contains(frame) { damaged[start] ^= 0xFF }
      start += try bytes[start...].withUnsafeBytes { try LZ4Frame.length($0) }
    }
    // The last bytes are the index's: without it, opening finds the damage; with it, reading does.
    return frames.isEmpty || hasIndex ? damaged : damaged.dropLast(8)
  }

  static func player() throws -> DispatcherPlayer { try DispatcherPlayer(make()) }

  static func replay(_ bytes: [UInt8]) throws -> Replay {
    try Replay(LogReader(bytes: bytes, name: "log"), with: player())
  }

  static func state(_ replay: Replay, at step: Step) throws -> UInt64? {
    guard case .record(let fields) = try replay.state(at: step),
      case .uint(let sum) = fields[0].value
    else { return nil }
    return sum
  }
}
