import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import Testing

/// Replay of logs that lack steps or begin late.
@Suite struct LostStepsTests {
  @Test(arguments: [true, false])
  func `replay after lost steps continues from the next checkpoint`(hasIndex: Bool) throws {
    let replay = try SumLog.replay(try SumLog.bytes(damaging: [2], hasIndex: hasIndex))
    #expect(try SumLog.state(replay, at: 10) == SumLog.sum(10))
    #expect(try SumLog.state(replay, at: 30) == SumLog.sum(30))
    #expect(try SumLog.state(replay, at: 45) == SumLog.sum(45))
    #expect(throws: LogError.lost(15, path: "log", steps: 11...20)) { try replay.go(to: 15) }
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
    #expect(throws: LogError.self) {
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

  @Test(arguments: [true, false])
  func `a check of a damaged log compares the steps that can be replayed`(hasIndex: Bool) throws {
    let log = try LogReader(bytes: try SumLog.bytes(damaging: [2], hasIndex: hasIndex), name: "log")
    var steps: Set<Step> = []
    var check = DeterminismCheck(log) { try SumLog.player() }
    check.onStep = { steps.insert($0) }
    #expect(try check.run() == nil)
    #expect(steps.contains(10) && steps.contains(31) && steps.contains(50))
    #expect(log.lostSteps == [11...20])
    #expect(!steps.contains(11) && !steps.contains(25))
  }

  @Test func `a log that begins at a later step is replayed from there`() throws {
    let replay = try SumLog.replay(try SumLog.bytes(after: 70, chunks: 2))
    #expect(replay.position == 70)
    #expect(try SumLog.state(replay, at: 90) == SumLog.sum(90))
    #expect(try SumLog.state(replay, at: 70) == SumLog.sum(70))
    #expect(try !replay.stepBack())
    #expect(throws: LogError.beforeStart(7, path: "log", first: 70)) { try replay.go(to: 7) }
  }

  @Test func `the joined parts of a recording are replayed as one log`() throws {
    let replay = try SumLog.replay(try SumLog.bytes(chunks: 2) + SumLog.bytes(after: 20, chunks: 2))
    #expect(try SumLog.state(replay, at: 40) == SumLog.sum(40))
    #expect(try SumLog.state(replay, at: 15) == SumLog.sum(15))
  }

  @Test func `a missing part between two parts of a recording is skipped`() throws {
    let replay = try SumLog.replay(try SumLog.bytes(chunks: 2) + SumLog.bytes(after: 40, chunks: 2))
    #expect(try SumLog.state(replay, at: 60) == SumLog.sum(60))
    #expect(throws: LogError.lost(30, path: "log", steps: 21...40)) { try replay.go(to: 30) }
  }

  @Test func `replay begins with the next part if the beginning of the log is lost`() throws {
    var bytes = try SumLog.bytes(chunks: 2)
    bytes[20] ^= 1
    let replay = try SumLog.replay(bytes + (try SumLog.bytes(after: 20, chunks: 2)))
    #expect(replay.position == 20)
    #expect(try SumLog.state(replay, at: 40) == SumLog.sum(40))
    for step in [0, 5] as [Step] {
      #expect(throws: ReplayError.noState(step: 0, next: 20)) { try replay.go(to: step) }
    }
  }

  @Test func `the error for a lost beginning suggests no step before the lost steps`() throws {
    let first = try SumLog.bytes(chunks: 2, damaging: [0, 1], hasIndex: true)
    let log = try LogReader(bytes: first + SumLog.bytes(after: 20), name: "log")
    try log.findDamage()
    let replay = try Replay(log, with: SumLog.player())
    let lost = ReplayError.noState(step: 10, next: 20, lost: 0...10)
    #expect(throws: lost) { try replay.go(to: 15) }
    #expect(lost.description.contains("; name a step from 20 on, or keep all other actions with "))
    #expect(
      ReplayError.noState(step: 10, lost: 0...10).description.contains("; keep all other actions"))
  }

  @Test func `a recovered log whose beginning is lost has no states before the next part`() throws {
    var bytes = try SumLog.bytes(chunks: 2)
    bytes[20] ^= 1
    let log = try SumLog.recovered(bytes + (try SumLog.bytes(after: 20, chunks: 2)))
    #expect(try log.verify().problems == [] && log.steps == [1...40])
    let replay = try Replay(log, with: SumLog.player())
    #expect(replay.position == 20)
    #expect(try SumLog.state(replay, at: 40) == SumLog.sum(40))
    #expect(throws: ReplayError.noState(step: 0, next: 20)) { try replay.go(to: 5) }
    #expect(try !LogCut(log, 1...5).hasState())
    var steps: Set<Step> = []
    var check = DeterminismCheck(log) { try SumLog.player() }
    check.onStep = { steps.insert($0) }
    #expect(try check.run() == nil)
    #expect(steps == Set((21...40).map { Step($0) }))
  }
}
