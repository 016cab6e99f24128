import PlayheadFlux
import PlayheadReading
import PlayheadLog
import Testing

@testable import PlayheadReplay

/// Actions that are read and decoded ahead, on another thread.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Processors.count > 1)) struct ActionFeedTests {
  /// The action of `SumLog`, as a build has it that does not like some of them.
  private struct Picky: Action {
    static let actionName = "Count"
    struct Dislike: Error {}
    var number: UInt64

    init(from decoder: any Decoder) throws {
      enum Key: CodingKey { case number }
      number = try decoder.container(keyedBy: Key.self).decode(UInt64.self, forKey: .number)
      if number % 1_000 == 777 { throw Dislike() }
    }
  }

  /// 3,000 actions in chunks of ten.
  private static let bytes = Result { try SumLog.bytes(chunks: 300, checkpointsBehind: []) }

  private static func picky() throws -> Replay {
    let dispatcher = try making { [Store("sum", UInt64(0)).on(Picky.self) { $0 += $1.number }] }()
    let log = try LogReader(bytes: bytes.get(), name: "log")
    return try Replay(log, with: DispatcherPlayer(dispatcher))
  }

  @Test func `a decoding error found by reading ahead is thrown when replay reaches its step`()
    throws
  {
    let replay = try Self.picky()
    for _ in 0..<2 {
      let error = #expect(throws: ReplayError.self) { try replay.go(to: 3_000) }
      guard case .undecodable(_, 777, _)? = error else { Issue.record("\(error as Any)"); return }
      #expect(replay.position == 776)
      #expect(try SumLog.state(replay, at: 776) == SumLog.sum(776))
    }
    #expect(try SumLog.state(replay, at: 20) == SumLog.sum(20))
  }

  @Test func `damage found by reading ahead is reported when replay reaches its step`() throws {
    let bytes = try SumLog.bytes(
      chunks: 300, checkpointsBehind: [], damaging: [200], hasIndex: true)
    let replay = try SumLog.replay(bytes)
    let error = #expect(throws: ReplayError.self) { try replay.go(to: 3_000) }
    #expect(try #require(error).isLoss)
    #expect(try SumLog.state(replay, at: 1_900) == SumLog.sum(1_900))
  }

  @Test func `a replay that is stopped by its callback continues later`() throws {
    struct Stop: Error {}
    let replay = try SumLog.replay(try Self.bytes.get())
    for end in [3, 600, 2_000] as [Step] {
      #expect(throws: Stop.self) {
        try replay.follow(to: 3_000) { if $0.step == end { throw Stop() } }
      }
      #expect(replay.position == end)
    }
    #expect(try SumLog.state(replay, at: 3_000) == SumLog.sum(3_000))
  }
}
