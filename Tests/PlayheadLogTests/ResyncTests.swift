import FluxTesting
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import Testing

/// Damage costs what it hits; everything behind it is read.
@Suite struct ResyncTests {
  /// Five chunks of ten actions, with an index or without one.
  private func log(hasIndex: Bool) throws -> (bytes: [UInt8], starts: [Int]) {
    let whole = try LogScript.chunks(5)
    let starts = try LogFrames(whole).starts
    return (hasIndex ? whole : Array(whole[..<starts[7]]), starts)
  }

  private func damaged(
    hasIndex: Bool, _ body: (inout [UInt8], [Int]) throws -> Void
  ) throws -> LogReader {
    var (bytes, starts) = try log(hasIndex: hasIndex)
    try body(&bytes, starts)
    return try LogReader(bytes: bytes, name: "log")
  }

  @Test(arguments: [0, 4, 5, 6, 14, 15, 19, 20, 39])
  func `a damaged byte in a log costs only the actions of its frame`(place: Int) throws {
    let log = try damaged(hasIndex: false) { bytes, starts in bytes[starts[2] + place] ^= 0x41 }
    #expect(try log.stepsRead() == [1...10, 21...50])
    #expect(log.lostSteps == [11...20] && log.damages.map(\.lost) == [.steps(11...20)])
    #expect(log.isClosed)
  }

  @Test(arguments: [true, false])
  func `extra bytes between two frames of a log cost no action`(hasIndex: Bool) throws {
    let log = try damaged(hasIndex: hasIndex) { bytes, starts in
      bytes.insert(contentsOf: [0x04, 0x22, 0x4D, 0x18, 1, 2, 3, 0x04, 0x22], at: starts[3])
    }
    #expect(try log.stepsRead() == [1...50] && log.isClosed)
    #expect(log.damages.map(\.lost) == [.nothing] && log.lostSteps == [])
    #expect(log.damage?.description.contains("covering no step") == true)
  }

  @Test(arguments: [true, false])
  func `reading a log reads a duplicated frame once`(hasIndex: Bool) throws {
    let log = try damaged(hasIndex: hasIndex) { bytes, starts in
      bytes.insert(contentsOf: bytes[starts[2]..<starts[3]], at: starts[3])
    }
    #expect(try log.stepsRead() == [1...50] && log.actionCount == 50)
    #expect(log.typeCounts.map(\.count) == [50])
    #expect(log.damages.map(\.fault) == ["its steps do not follow those before it"])
  }

  @Test(arguments: [true, false])
  func `the steps of missing frames are reported as lost`(hasIndex: Bool) throws {
    let log = try damaged(hasIndex: hasIndex) { bytes, starts in
      bytes.removeSubrange(starts[2]..<starts[4])
    }
    #expect(try log.stepsRead() == [1...10, 31...50])
    #expect(log.lostSteps == [11...30] && log.damages == [])
    #expect(try log.verify().problems.contains(.missingSteps(11...30)))
    #expect(
      try sentence { _ = try log.entry(at: 12) }
        == "step 12 of 'log' is lost: the log is damaged there and lacks steps 11–30; name another "
        + "step, or look for an undamaged copy")
  }

  @Test(arguments: [true, false])
  func `a log whose first frame is zeroed gives all its actions`(hasIndex: Bool) throws {
    let log = try damaged(hasIndex: hasIndex) { bytes, starts in
      for place in 0..<starts[1] { bytes[place] = 0 }
    }
    #expect(try log.stepsRead() == [1...50])
    #expect(!log.hasHeader && log.header.app == "" && log.stores == [])
    #expect(log.damages.map(\.lost) == [.nothing])
    #expect(throws: ReadingError.self) { try log.storeLists.epoch(after: 0) }
  }

  @Test func `the steps of a chunk found damaged while reading are reported as lost from then on`()
    throws
  {
    let log = try damaged(hasIndex: true) { bytes, starts in bytes[starts[2] + 30] ^= 1 }
    #expect(log.damages == [] && log.lostSteps == [] && log.actionCount == 50)
    var (steps, damages): ([Step], [ReadingError.Damage]) = ([], [])
    try log.forEachEntry(in: 5...25) {
      damages.append($0)
    } _: {
      steps.append($0.step)
    }
    #expect(steps == Array((5...10).map { Step($0) } + (21...25).map { Step($0) }))
    #expect(damages.map(\.lost) == [.steps(11...20)] && log.damages == damages)
    #expect(log.lostSteps == [11...20] && log.steps == [1...10, 21...50] && log.lastStep == 50)
    #expect(throws: ReadingError.lost(15, path: "log", steps: 11...20)) { try log.entry(at: 15) }
    #expect(log.readings(of: 5...25).count == 2)
  }

  @Test func `reading without a damage handler stops at the first damage`() throws {
    let log = try damaged(hasIndex: true) { bytes, starts in bytes[starts[2] + 30] ^= 1 }
    var steps: [Step] = []
    #expect(throws: ReadingError.self) {
      try log.forEachEntry(in: 5...25) { steps.append($0.step) }
    }
    #expect(steps.last == 10)
  }

  /// Forged bytes: whatever looks like a frame or an index costs no more than a few times the file.
  @Test func `a file of thousands of forged frame starts and index ends is read in seconds`() throws
  {
    let frame = ByteBuffer()
    [UInt8](repeating: 7, count: 3).withUnsafeBytes { LZ4Frame.append($0, to: frame) }
    let start = Array(frame.array.prefix(15))
    var bytes = try LogScript.chunks(1)
    let end = Array(bytes.suffix(16))
    for _ in 0..<(Soak.isOn ? 60_000 : 15_000) { bytes += start + [0xFF, 0xFF, 0, 0x80] + end }
    let clock = ContinuousClock.now
    let log = try LogReader(bytes: bytes, name: "log")
    #expect(try log.stepsRead() == [1...10])
    #expect(ContinuousClock.now - clock < .seconds(Soak.isOn ? 20 : 5))
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
