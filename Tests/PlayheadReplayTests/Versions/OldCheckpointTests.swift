import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct OldCheckpointTests {
  /// As this build has it, with one field more than the old one.
  private struct Counter: Codable, Sendable, Equatable {
    var count = 0
    var puts: Int?
  }

  private struct OldCounter: Codable, Sendable { var count = 0 }

  /// A log of three puts with a checkpoint behind them that no action leads to, and two puts more.
  private func log(_ states: any Encodable, version: Int = 1) throws -> LogReader {
    let session = try Session(
      making { [Store("counter", OldCounter()).on(Put.self) { $0.count += $1.count }] }
    ) { dispatcher, recorder in
      for _ in 0..<3 { dispatcher.dispatch(Put()) }
      try recorder.flush()
      for _ in 0..<2 { dispatcher.dispatch(Put()) }
    }
    return try LogCopy(log: session.log).written(with: (3, states, version))
  }

  private func count(at step: Step, of log: LogReader) throws -> Value? {
    let player = try DispatcherPlayer(
      making {
        [
          Store("counter", Counter()).on(Put.self) { counter, put in
            counter.count += put.count
            counter.puts = (counter.puts ?? 0) + 1
          }
        ]
      }())
    return try Replay(log, with: player).state(at: step).value(at: StatePath("counter.count"))
  }

  @Test func `a replay continues from a checkpoint in this build's form`() throws {
    #expect(try count(at: 5, of: log(Counter(count: 1000, puts: 3))) == 1002)
  }

  @Test func `a checkpoint of another state version is ignored`() throws {
    #expect(try count(at: 5, of: log(Counter(count: 1000, puts: 3), version: 2)) == 5)
  }

  @Test func `a checkpoint with other fields is ignored`() throws {
    struct Other: Encodable {
      var count = 1000
      var old = "x"
    }
    #expect(try count(at: 5, of: log(Other())) == 5)
    #expect(try count(at: 5, of: log("no counter")) == 5)
  }
}
