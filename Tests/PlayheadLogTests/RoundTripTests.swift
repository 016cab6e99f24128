import Foundation
import PlayheadFlux
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct RoundTripTests {
  private func log(_ write: (LogScript) throws -> Void) throws -> LogReader {
    let script = try LogScript()
    try write(script)
    let log = try LogReader(bytes: try script.close(), name: "log")
    #expect(try log.verify().problems == [])
    return log
  }

  @Test func `a log keeps wall clock times that go backward, below zero or to the epoch`() throws {
    let walls: [Int64] = [
      1_700_000_000_123_456_000, 1_700_000_000_124_000_000, 1_600_000_000_000_000_000, 0, 0,
      -1_000_000, 5_000_000_000, 1_700_000_000_000_000_000,
    ]
    let moments = walls.enumerated().map { Moment(monotonic: Int64($0) * 7_000_000, wall: $1) }
    let log = try log { script in for moment in moments { try script.act(1, at: moment) } }
    #expect(try (1...8).map { try log.entry(at: Step($0)).moment } == moments)
  }

  @Test func `a log keeps monotonic times to 1 µs and wall clock times to half a millisecond`()
    throws
  {
    var generator = SplitMix64(seed: 3)
    var now = Moment(monotonic: 0, wall: 1_700_000_000_000_000_000)
    let moments = (0..<500).map { _ in
      let passed = Int64.random(in: 0...90_000_000, using: &generator)
      now.monotonic += passed
      now.wall += passed + Int64.random(in: -3_000...3_000, using: &generator)
      return now
    }
    let log = try log { script in for moment in moments { try script.act(1, at: moment) } }
    for (index, moment) in moments.enumerated() {
      let read = try log.entry(at: Step(UInt64(index + 1))).moment
      #expect(read.monotonic == moment.monotonic / 1_000 * 1_000)
      #expect(abs(read.wall - moment.wall) < 501_000)
    }
  }

  @Test func `types, versions, causes, stores and recorded inputs are read as they were written`()
    throws
  {
    let id = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    let script = try LogScript(stores: ["a", "b", "c"], states: [1, 2, 3])
    try script.act(1, as: "One", changed: [0, 2])
    try script.act(2, as: "Two", version: 7, cause: 1, changed: [])
    try script.act(3, as: "One", cause: 1, changed: [1], draws: [Date.distantPast, id, UInt64.max])
    try script.endChunk()
    try script.act(4, as: "Two", version: 8, cause: 1, changed: [0, 2], draws: [UInt64(0)])
    let log = try LogReader(bytes: try script.close(), name: "log")
    let entries = try (1...4).map { try log.entry(at: Step($0)) }
    #expect(entries.map(\.type.name) == ["One", "Two", "One", "Two"])
    #expect(entries.map(\.type.version) == [1, 7, 1, 8])
    #expect(entries.map(\.cause) == [nil, 1, 1, 1])
    #expect(entries.map(\.changed) == [["a", "c"], [], ["b"], ["a", "c"]])
    #expect(
      try entries.map { try $0.draws() } == [
        [], [], [.date(.distantPast), .uuid(id), .uint(.max)], [.uint(0)],
      ])
    #expect(log.typeCounts.map(\.type.name) == ["One", "Two", "Two"])
    #expect(log.typeCounts.map(\.count) == [2, 1, 1])
  }

  @Test func `a log keeps exact durations and rounds coarse ones down to a power of two`() throws {
    let times: [Int64] = [0, 63_999, 64_000, 127_999, 128_000, 1_000_000_000, -5]
    for (timing, expected) in [
      (Timing.exact, [0, 63_999, 64_000, 127_999, 128_000, 1_000_000_000, 0]),
      (.coarse, [0, 0, 64_000, 64_000, 128_000, 524_288_000, 0] as [Int64]),
    ] {
      let script = try LogScript(timing: timing)
      for time in times { try script.act(1, nanoseconds: time) }
      let log = try LogReader(bytes: try script.close(), name: "log")
      #expect(try (1...7).map { try log.entry(at: Step($0)).nanoseconds } == expected)
      #expect(try log.entry(at: 1).timing == timing)
    }
  }

  @Test func `notes, gaps, digests, checkpoints and the end are read as they were written`() throws
  {
    let log = try LogReader(bytes: try LogScript.sampler(), name: "log")
    #expect(try log.notes().map(\.text) == ["a bug"] && log.notes().map(\.step) == [2])
    #expect(try log.gaps() == [Gap(steps: 4...5, reason: .paused, detail: "detail")])
    #expect(try log.digests() == [StateDigests(step: 2, stores: [Digest(1), Digest(2)])])
    #expect(try log.checkpoints().map(\.step) == [0, 5])
    #expect(
      try log.checkpoints().map { try $0.trees() } == [
        [.string("hello"), .int(3)], [.string("again"), .int(4)],
      ])
    #expect(log.annotations().end == Moment(monotonic: 9_000_000, wall: 9))
    #expect(log.steps == [1...3, 6...7] && log.lastStep == 7 && log.actionCount == 5)
    #expect(log.isClosed && log.damage == nil && log.chunkCount == 3)
  }

  @Test func `a log without actions is read without problems`() throws {
    let log = try log { _ in }
    #expect(log.steps == [] && log.lastStep == 0 && log.isClosed)
    #expect(try log.checkpoints().count == 1)
  }

  @Test func `equal actions give the same bytes, however their sets and dictionaries were built`()
    throws
  {
    func bytes(_ seed: UInt64) throws -> [UInt8] {
      var generator = SplitMix64(seed: seed)
      let numbers = (0..<60).shuffled(using: &generator)
      var set: Set<Int> = []
      var map: [String: Int] = [:]
      var pairs: [Int: Set<String>] = Dictionary(minimumCapacity: Int(seed) * 40)
      for number in numbers {
        set.insert(number)
        map["key \(number)"] = number
        pairs[number] = Set(numbers.prefix(30).map { "\($0 % 2)" })
      }
      let script = try LogScript(states: [pairs])
      try script.act(set)
      try script.act(map)
      try script.act([pairs: [set]])
      return try script.close()
    }
    let first = try bytes(1)
    for seed in 2...4 { #expect(try bytes(UInt64(seed)) == first) }
  }
}
