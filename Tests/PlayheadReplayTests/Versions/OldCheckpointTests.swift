import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues
import Testing

/// Checkpoints in the middle of a log, which a replay can do without.
@Suite struct OldCheckpointTests {
  /// As this build has it, with one field more than the old one.
  private struct Counter: Codable, Sendable {
    var count: UInt64 = 0
    var puts: Int?
  }

  private struct OldCounter: Encodable { var count: UInt64 = 0 }

  private struct Count: Action {
    static let actionName = "Count"
    var number: UInt64
  }

  /// The count at the end of a log with this checkpoint after step 30.
  private func count(with checkpoint: any Encodable, version: Int = 1) throws -> Value? {
    let bytes = try SumLog.bytes(first: OldCounter(), checkpoint: checkpoint, version: version)
    let make = making { [Store("sum", Counter()).on(Count.self) { $0.count += $1.number }] }
    let replay = try Replay(
      LogReader(bytes: bytes, name: "log"), with: DispatcherPlayer(make()))
    return try replay.state(at: 50).value(at: StatePath("sum.count"))
  }

  @Test func `a replay continues from a checkpoint in this build's form`() throws {
    let rest = SumLog.sum(50) - SumLog.sum(30)
    #expect(try count(with: Counter(count: 1_000, puts: 3)) == .uint(1_000 + rest))
  }

  @Test func `a checkpoint of another state version or with other fields is ignored`() throws {
    struct Other: Encodable {
      var count: UInt64 = 1_000
      var old = "x"
    }
    let sum = Value.uint(SumLog.sum(50))
    #expect(try count(with: Counter(count: 1_000, puts: 3), version: 2) == sum)
    #expect(try count(with: Other()) == sum)
    #expect(try count(with: "no counter") == sum)
  }
}
