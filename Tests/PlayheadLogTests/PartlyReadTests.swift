import Foundation
import PlayheadCoding
import PlayheadFlux
@testable import PlayheadReading
@testable import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

/// Chunks of which only the first actions were read.
@Suite struct PartlyReadTests {
  private static let count = 60

  /// Three chunks of 20 actions, each of which drew as often as its step's number leaves over by four.
  private func log() throws -> LogReader {
    let script = try LogScript()
    for number in 1...Self.count {
      let draws = (0..<number % 4).map { "\(number)-\($0)" }
      try script.act(["action", "\(number)"], as: number % 3 == 0 ? "A" : "B", draws: draws)
      if number % 20 == 0 { try script.endChunk() }
    }
    return try LogReader(bytes: try script.close(), name: "log")
  }

  @Test func `actions have the same payloads and recorded inputs in whatever order they are read`()
    throws
  {
    var generator = SplitMix64(seed: 5)
    for _ in 0..<5 {
      let log = try log()
      for number in (1...Self.count).shuffled(using: &generator) {
        let entry = try log.entry(at: Step(UInt64(number)))
        #expect(try entry.payload() == .list([.string("action"), .string("\(number)")]))
        #expect(try entry.draws() == (0..<number % 4).map { .string("\(number)-\($0)") })
      }
    }
    var steps: [Step] = []
    try log().forEachEntry(in: 15...50) { steps.append($0.step) }
    #expect(steps == (15...50).map { Step($0) })
  }
}
