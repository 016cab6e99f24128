import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import Testing

/// Replay of logs that lack steps or begin late: the sum of the steps' numbers is their state.
@Suite struct LostStepsTests {
  private struct Count: Action {
    static let actionName = "Count"
    var number: UInt64
  }

  private static func sum(_ step: UInt64) -> UInt64 { step * (step + 1) / 2 }

  private static func make() throws -> Dispatcher {
    try making { [Store("sum", UInt64(0)).on(Count.self) { $0 += $1.number }] }()
  }

  /// Chunks of ten actions; behind the third there is a checkpoint.
  private func log(
    after start: Step = 0, chunks: Int = 5, damaging frames: [Int] = [], hasIndex: Bool = false
  ) throws -> [UInt8] {
    let url = FileManager.default.temporaryDirectory.appending(path: "lost-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    let rows = RowEncoding()
    let header = LogHeader(
      session: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), app: "sum",
      start: Moment(monotonic: 0, wall: 0), stores: ["sum"])
    let writer = try LogWriter(
      path: url.path(percentEncoded: false), header: header,
      checkpoint: try Self.checkpoint(start, rows), shapes: rows.shapes)
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
      if chunk == 3 { try writer.write(Self.checkpoint(step, rows), shapes: rows.shapes) }
    }
    try writer.close(at: step, Moment(monotonic: 0, wall: 0))
    return try Self.damage(frames, of: [UInt8](Data(contentsOf: url)), hasIndex)
  }

  private static func checkpoint(_ step: Step, _ rows: RowEncoding) throws -> CheckpointDraft {
    var draft = CheckpointDraft(step: step)
    let shape = try rows.encode(sum(step.number))
    draft.append(shape: shape, row: rows.bytes.bytes)
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

  private func replay(_ bytes: [UInt8]) throws -> Replay {
    try Replay(
      LogReader(bytes: bytes, name: "log"), with: DispatcherPlayer(try Self.make()))
  }

  private func state(_ replay: Replay, at step: Step) throws -> UInt64? {
    guard case .record(let fields) = try replay.state(at: step),
      case .uint(let sum) = fields[0].value
    else { return nil }
    return sum
  }

  @Test(arguments: [true, false])
  func `behind lost steps replay goes on from the next checkpoint`(hasIndex: Bool) throws {
    let replay = try replay(try log(damaging: [2], hasIndex: hasIndex))
    #expect(try state(replay, at: 10) == Self.sum(10))
    #expect(try state(replay, at: 30) == Self.sum(30))
    #expect(try state(replay, at: 45) == Self.sum(45))
    #expect(throws: LogError.lost(15, path: "log", steps: 11...20)) { try replay.go(to: 15) }
    let error = #expect(throws: ReplayError.self) { try replay.go(to: 25) }
    #expect(
      error?.description
        == "steps 11–20 of the log are lost, and the states behind them cannot be known without them up "
        + "to step 30, whose state the log has; name a step before 11 or from 30 on, or keep all other "
        + "actions with 'playhead recover LOG -o OUT'")
  }

  @Test func `behind lost steps without a checkpoint no state is told`() throws {
    let replay = try replay(try log(damaging: [5], hasIndex: true))
    let lost = ReplayError.noState(step: 40, lost: 31...40)
    #expect(throws: lost) { try replay.go(to: 50) }
    #expect(lost.description.contains("; name a step before 31, or keep all other actions"))
    #expect(try state(replay, at: 30) == Self.sum(30))
    #expect(try !replay.stepForward())
  }

  @Test func `strict reading refuses a damaged log`() throws {
    let bytes = try log(damaging: [2], hasIndex: true)
    #expect(throws: LogError.self) {
      try Replay(
        LogReader(bytes: bytes, name: "log"), with: DispatcherPlayer(try Self.make()),
        reading: .strict)
    }
  }

  @Test(arguments: [true, false])
  func `stepping passes over what cannot be reached`(hasIndex: Bool) throws {
    let replay = try replay(try log(damaging: [2], hasIndex: hasIndex))
    try replay.go(to: 10)
    #expect(try replay.stepForward() && replay.position == 30)
    #expect(try replay.stepForward() && replay.position == 31)
    #expect(try replay.stepBack() && replay.position == 30)
    #expect(try replay.stepBack() && replay.position == 10)
  }

  @Test(arguments: [true, false])
  func `a check compares what can be replayed`(hasIndex: Bool) throws {
    let log = try LogReader(bytes: try log(damaging: [2], hasIndex: hasIndex), name: "log")
    var steps: Set<Step> = []
    var check = DeterminismCheck(log) { try DispatcherPlayer(try Self.make()) }
    check.onStep = { steps.insert($0) }
    #expect(try check.run() == nil)
    #expect(steps.contains(10) && steps.contains(31) && steps.contains(50))
    #expect(log.lostSteps == [11...20])
    #expect(!steps.contains(11) && !steps.contains(25))
  }

  @Test func `a log that begins later is replayed from there`() throws {
    let replay = try replay(try log(after: 70, chunks: 2))
    #expect(replay.position == 70)
    #expect(try state(replay, at: 90) == Self.sum(90))
    #expect(try state(replay, at: 70) == Self.sum(70))
    #expect(try !replay.stepBack())
    #expect(throws: LogError.beforeStart(7, path: "log", first: 70)) { try replay.go(to: 7) }
  }

  @Test func `parts of a recording are replayed as one`() throws {
    let replay = try replay(try log(chunks: 2) + log(after: 20, chunks: 2))
    #expect(try state(replay, at: 40) == Self.sum(40))
    #expect(try state(replay, at: 15) == Self.sum(15))
  }

  @Test func `a part that is missing is passed over`() throws {
    let replay = try replay(try log(chunks: 2) + log(after: 40, chunks: 2))
    #expect(try state(replay, at: 60) == Self.sum(60))
    #expect(throws: LogError.lost(30, path: "log", steps: 21...40)) { try replay.go(to: 30) }
  }

  @Test func `where the beginning is lost, replay begins with the next part`() throws {
    var bytes = try log(chunks: 2)
    bytes[20] ^= 1
    let replay = try replay(bytes + (try log(after: 20, chunks: 2)))
    #expect(replay.position == 20)
    #expect(try state(replay, at: 40) == Self.sum(40))
    #expect(throws: (any Error).self) { try replay.go(to: 5) }
  }
}
