import PlayheadFlux
import PlayheadInspector
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

/// Replay of logs that lack steps or begin late.
@Suite struct LostStepsTests {
  @Test(arguments: [true, false])
  func `replay after lost steps continues from the next checkpoint`(hasIndex: Bool) throws {
    let replay = try SumLog.replay(try SumLog.bytes(damaging: [2], hasIndex: hasIndex))
    #expect(try SumLog.state(replay, at: 10) == SumLog.sum(10))
    #expect(try SumLog.state(replay, at: 30) == SumLog.sum(30))
    #expect(try SumLog.state(replay, at: 45) == SumLog.sum(45))
    #expect(throws: ReadingError.lost(15, path: "log", steps: 11...20)) { try replay.go(to: 15) }
    let error = #expect(throws: ReplayError.self) { try replay.go(to: 25) }
    #expect(
      error?.description
        == "steps 11–20 of the log are lost, so the states after them are unknown up "
        + "to step 30, the next step with a state; name a step before 11 or from 30 on, or keep all other "
        + "actions with 'playhead recover LOG -o OUT'")
  }

  @Test func `states after lost steps without a later checkpoint are reported as unknown`() throws {
    let replay = try SumLog.replay(try SumLog.bytes(damaging: [5], hasIndex: true))
    let lost = ReplayError.noState(step: 40, lost: 31...40)
    #expect(throws: lost) { try replay.go(to: 50) }
    #expect(lost.description.contains("; name a step before 31, or keep all other actions"))
    #expect(try SumLog.state(replay, at: 30) == SumLog.sum(30))
    #expect(try !replay.stepForward())
  }

  @Test func `strict decoding refuses a damaged log`() throws {
    let bytes = try SumLog.bytes(damaging: [2], hasIndex: true)
    #expect(throws: ReadingError.self) {
      try Replay(
        LogReader(bytes: bytes, name: "log"), with: SumLog.player(),
        decoding: .strict)
    }
  }

  @Test(arguments: [true, false])
  func `stepping skips steps that replay cannot reach`(hasIndex: Bool) throws {
    let replay = try SumLog.replay(try SumLog.bytes(damaging: [2], hasIndex: hasIndex))
    try replay.go(to: 10)
    #expect(try replay.stepForward() && replay.position == 30)
    #expect(try replay.stepForward() && replay.position == 31)
    #expect(try replay.stepBack() && replay.position == 30)
    #expect(try replay.stepBack() && replay.position == 10)
  }

  @Test func `history and blame do not name the action at the first state after lost steps`()
    throws
  {
    let replay = try SumLog.replay(try SumLog.bytes(damaging: [2], hasIndex: true))
    let inspector = Inspector(replay.log.recording, stores: replay)
    var changes: [ValueChange] = []
    _ = try inspector.ask(HistoryRequest(of: StatePath("sum"))) { changes.append($0) }
    #expect(changes.map(\.step.number) == [UInt64](1...10) + [UInt64](30...50))
    #expect(changes.filter { $0.type == nil }.map(\.step) == [30])
    for (step, type) in [(30, nil), (31, ActionType(name: "Count"))] as [(Step, ActionType?)] {
      var parts: [BlameRequest.Part] = []
      _ = try inspector.ask(BlameRequest(of: step)) { parts.append($0) }
      #expect(parts.map(\.step) == [step] && parts.map(\.type) == [type])
    }
  }

  @Test func `a log that begins at a later step is replayed from there`() throws {
    let replay = try SumLog.replay(try SumLog.bytes(after: 70, chunks: 2))
    #expect(replay.position == 70)
    #expect(try SumLog.state(replay, at: 90) == SumLog.sum(90))
    #expect(try SumLog.state(replay, at: 70) == SumLog.sum(70))
    #expect(try !replay.stepBack())
    #expect(throws: ReadingError.beforeStart(7, path: "log", first: 70)) { try replay.go(to: 7) }
  }

  @Test func `a determinism check does not start over for each damaged chunk`() throws {
    // A checkpoint behind each chunk; every second chunk is damaged.
    let bytes = try SumLog.bytes(
      chunks: 30, checkpointsBehind: Set(1...30), damaging: (1...15).map { 4 * $0 - 1 },
      hasIndex: true)
    let log = try LogReader(bytes: bytes, name: "log")
    var check = DeterminismCheck(log) { try SumLog.player() }
    var steps: [Step] = []
    check.onStep = { steps.append($0) }
    #expect(try check.run() == nil)
    #expect(steps.count == 2 * log.actionCount && Set(steps).count == log.actionCount)
  }
}
