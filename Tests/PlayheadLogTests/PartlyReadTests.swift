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

  private func isRight(_ entry: LogEntry, _ number: Int) throws -> Bool {
    let draws = (0..<number % 4).map { Value.string("\(number)-\($0)") }
    return try entry.payload() == .list([.string("action"), .string("\(number)")])
      && (try entry.draws()) == draws
  }

  @Test func `actions have the same payloads and recorded inputs in whatever order they are read`()
    throws
  {
    var generator = SplitMix64(seed: 5)
    for _ in 0..<5 {
      let log = try log()
      for number in (1...Self.count).shuffled(using: &generator) {
        #expect(try isRight(log.entry(at: Step(UInt64(number))), number))
      }
    }
    var steps: [Step] = []
    try log().forEachEntry(in: 15...50) { steps.append($0.step) }
    #expect(steps == (15...50).map { Step($0) })
  }

  @Test func `a chunk is decoded only up to the requested step, and in full for a later step`()
    throws
  {
    let log = try log()
    let chunk = try log.chunk(holding: 25, through: 27)
    #expect(chunk.steps == 21...40)
    #expect(chunk.hasRows(through: 27) && !chunk.hasRows(through: 28))
    #expect(try log.chunk(holding: 22, through: 26) === chunk)
    let whole = try log.chunk(holding: 28, through: 28)
    #expect(whole.hasRows(through: nil))
    #expect(try log.chunk(holding: 40, through: 40) === whole)
  }

  @Test func `reading across the border of two chunks decodes each chunk once`() throws {
    let log = try log()
    let target = try log.chunk(holding: 45, through: 45)
    let start = try log.chunk(holding: 38, through: 45)
    #expect(start.hasRows(through: 40))
    #expect(try log.chunk(holding: 41, through: 45) === target)
    #expect(try log.chunk(holding: 39, through: 45) === start)
  }
}
