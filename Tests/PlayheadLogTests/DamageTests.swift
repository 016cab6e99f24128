import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import Testing

@Suite struct DamageTests {
  @Test(arguments: [true, false])
  func `verification names both of two damaged frames and checks the frames after them`(
    hasIndex: Bool
  )
    throws
  {
    var bytes = try LogScript.chunks(4)
    let starts = try LogFrames(bytes).starts
    bytes[starts[1] + 30] ^= 1
    bytes[starts[3] + 30] ^= 1
    if !hasIndex { bytes = Array(bytes[..<starts[6]]) }
    let found = try LogReader(bytes: bytes, name: "log").verify()
    let damages = found.problems.compactMap { problem -> LogError.Damage? in
      if case .damage(let damage) = problem { damage } else { nil }
    }
    #expect(damages.map(\.frame) == [1, 3])
    #expect(damages.map(\.offset) == [starts[1], starts[3]])
    #expect(damages.map(\.steps) == [1...10, 21...30])
    #expect(found.chunks == 2 && found.actions == 20)
    #expect(found.problems.count == (hasIndex ? 2 : 3))
    #expect(found.problems.contains(.badIndex) == !hasIndex)
  }

  @Test func `a log's index lets the reader skip a frame whose magic number is damaged`() throws {
    var bytes = try LogScript.chunks(3, of: 1)
    bytes[try LogFrames(bytes).starts[2]] ^= 1
    let found = try LogReader(bytes: bytes, name: "log").verify()
    #expect(found.problems.count == 1 && found.actions == 2)
  }

  @Test func `verification reports a log's index that has wrong steps`() throws {
    let script = try LogScript()
    try script.act(1)
    try script.endChunk()
    try script.act(2)
    let truth = try script.close()
    let frames = try LogFrames(truth)
    let lengths = zip(frames.starts, frames.starts.dropFirst()).map { $1 - $0 }
    let wrong = lengths.enumerated().map { $0 == 1 ? [$1, 1 << 3, 7, 9] : [$1, 0, 0, 0] }
    let index = LogFrames.index(wrong, types: [("Insert", 9)])
    let bytes = Array(truth[..<(try #require(frames.starts.last))]) + index
    let log = try LogReader(bytes: bytes, name: "log")
    #expect(log.lastStep == 15)
    for step in 7...15 as ClosedRange<UInt64> {
      let sentence = try sentence {
        _ = try LogReader(bytes: bytes, name: "log").entry(at: Step(step))
      }
      #expect(sentence?.contains("it holds different steps than the index says") == true)
    }
    #expect(try log.verify().problems.contains(.badIndex))
  }
}
