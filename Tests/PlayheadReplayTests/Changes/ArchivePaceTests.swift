import PlayheadLog
import Testing

@testable import PlayheadReplay

/// When states are kept in the file of an index.
@Suite struct ArchivePaceTests {
  private let replay: Replay

  init() throws {
    replay = try SumLog.replay(SumLog.bytes())
  }

  private func sums() throws -> [UInt64] { try #require(replay.player.states as? [UInt64]) }

  @Test func `a state is due for the index file once replay has taken the interval between states`()
  {
    let pace = ArchivePace()
    #expect(!pace.isDue(.microseconds(1_999), .milliseconds(2)))
    #expect(pace.isDue(.milliseconds(2), .milliseconds(2)))
  }

  @Test func `saving states to the index file takes no more time than replaying`() throws {
    var pace = ArchivePace()
    try replay.go(to: 10)
    try pace.note(replay, 10) {
      let end = ThreadClock.now() + .milliseconds(20)
      while ThreadClock.now() < end {}
    }
    #expect(!pace.isDue(replay.replayTime + .milliseconds(19), .microseconds(1)))
    #expect(pace.isDue(replay.replayTime + .seconds(1_000), .microseconds(1)))
  }

  @Test func `replaying steps again to time them leaves the stores as they were`() throws {
    var pace = ArchivePace()
    var kept: [[UInt64]] = []
    for step in [10, 35, 50] as [Step] {
      try replay.go(to: step)
      try pace.note(replay, step) { kept.append(try sums()) }
      #expect(replay.position == step)
      #expect(try sums() == [SumLog.sum(step.number)])
    }
    #expect(kept == [[SumLog.sum(10)], [SumLog.sum(35)], [SumLog.sum(50)]])
  }

  @Test func `steps across a gap are not timed, and their states are saved`() throws {
    let replay = try SumLog.replay(SumLog.bytes(damaging: [2], hasIndex: true))
    var pace = ArchivePace()
    var kept: [Step] = []
    for step in [10, 35] as [Step] {
      try replay.go(to: step)
      try pace.note(replay, step) { kept.append(step) }
      #expect(replay.player.states as? [UInt64] == [SumLog.sum(step.number)])
    }
    #expect(kept == [10, 35])
  }
}
