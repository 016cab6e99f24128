import FluxTesting
import Dispatch
import Foundation
import PlayheadFlux
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import Testing

/// Frames whose checksums are right and whose records are not: nothing may trap, hang, or allocate
/// without bound.
@Suite struct HostileTests {
  /// A log with a header and one record more.
  private func log(_ kind: UInt64, _ body: [UInt8]) throws -> [UInt8] {
    let header = try #require(try LogFrames(try LogScript.sampler()).contents().first)
    return LogFrames.pack([header, RecordFraming([(kind, body)]).content])
  }

  /// Makes logs and reads all there is; only the absence of a trap counts.
  private func survive(
    _ count: Int, seed: UInt64, _ make: (inout SplitMix64) throws -> [UInt8]
  ) throws {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<(Soak.isOn ? 3_000 : count) { _ = try LogContent(make(&generator)) }
  }

  @Test func `reading a log with random records does not trap`() throws {
    try survive(150, seed: 11) { generator in
      let kind = generator.below(10)
      let body = (0..<generator.below(60)).map { _ in
        // Small numbers get further than large ones.
        UInt8(generator.below(3) == 0 ? generator.below(256) : generator.below(6))
      }
      return try log(UInt64(kind), body)
    }
  }

  @Test func `reading a log with a few changed bytes in its records does not trap`() throws {
    let contents = try LogFrames(try LogScript.sampler()).contents()
    try survive(150, seed: 12) { generator in
      var changed = contents
      let frame = generator.below(changed.count)
      for _ in 0...generator.below(4) {
        let place = generator.below(changed[frame].count)
        changed[frame][place] =
          [0, 1, 0x7F, 0x80, 0xFF, UInt8(generator.below(256))][
            generator.below(6)]
      }
      return LogFrames.pack(changed)
    }
  }

  @Test func `reading a log that continues with random bytes does not trap`() throws {
    let whole = try LogScript.sampler()
    try survive(100, seed: 13) { generator in
      let kept = generator.below(whole.count)
      return Array(whole[..<kept])
        + (0..<generator.below(400)).map { _ in UInt8(generator.below(256)) }
    }
  }

  @Test func `a count larger than its record's bytes is an error and allocates nothing`() throws {
    for kind in 1...8 as ClosedRange<UInt64> {
      for lead in 0..<8 {
        let body = ByteBuffer()
        for _ in 0..<lead { body.append(varint: 1) }
        for _ in 0..<4 { body.append(varint: UInt64.max) }
        #expect(try LogContent(log(kind, body.array)).actions.isEmpty)
      }
    }
  }

  @Test(
    arguments: [
      (4, [0, 0, 0]), (6, [0]), (7, [0, 0]), (2, [0]), (8, [0, 0, 0, 0]),
    ] as [(UInt64, [UInt8])]) func `a step larger than the format allows is an error`(
      kind: UInt64, rest: [UInt8]
    ) throws
  {
    for step in [1 << 62, UInt64.max] {
      let body = ByteBuffer()
      body.append(varint: step)
      body.append(rest)
      let log = try LogReader(bytes: log(kind, body.array), name: "log")
      let problems = try log.verify().problems.map(\.description)
      #expect(problems.contains { $0.contains("are not a step's number") }, "\(problems)")
    }
  }

  @Test(arguments: [0, -1, 1, .min, .max] as [Int64])
  func `an action caused by itself or by a later action is an error`(distance: Int64) throws {
    let body = ByteBuffer()
    body.append([1, 1, 1, 1])  // First step, actions, outcomes, exact durations.
    body.append([0, 1, 0, 0])  // Moments.
    body.append([1, 1, 0x41, 2, 0, 0])  // Types: "A", version 1; the column.
    body.append([1, 0, 0, 0])  // One cause, of the first action.
    body.append(varint: UInt64(bitPattern: distance))
    body.append([1, 0, 0, 0, 0, 0])  // Store sets, what changed, durations.
    body.append([1, 1, 0, 1, 0, 1, 0, 0, 0, 0])  // A null; no draws.
    let log = try LogReader(bytes: log(3, body.array), name: "log")
    #expect(log.damage?.fault.contains("are not the number of an earlier action") == true)
  }

  @Test func `the reader replaces a log's index whose type counts do not match the actions`() throws
  {
    let script = try LogScript()
    try script.act(1)
    let truth = try script.close()
    let starts = try LogFrames(truth).starts
    let lengths = zip(starts, starts.dropFirst()).map { $1 - $0 }
    let frames = [
      [lengths[0], 0b110, 0, 0], [lengths[1], 0b1000, 1, 1], [lengths[2], 0b1000_0000, 0, 0],
    ]
    for count in [2, UInt64(Int64.max), .max] {
      let index = LogFrames.index(frames, types: [("A", count), ("B", count)])
      let log = try LogReader(bytes: Array(truth[..<starts[3]]) + index, name: "log")
      #expect(log.typeCounts.map(\.count) == [1])
      #expect(try log.verify().problems == [.badIndex])
    }
  }

  @Test func `a frame that claims a huge size is an error before anything is allocated`() throws {
    let read = try LogContent(Hostile.claiming(.max >> 1))
    #expect(read.faults.first?.contains("more bytes than LZ4 could make of it") == true)
  }

  @Test func `a frame of 2,000 tiny blocks unpacks in less than two seconds`() throws {
    // Without a bound by the block's own length each of them would clear 4 MiB.
    let frame = Hostile.tinyBlocks(2_000)
    let start = ContinuousClock.now
    #expect(try frame.withUnsafeBytes { try LZ4Frame.read($0).count } == 2_000)
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test(arguments: [10, 200, 256, 257, 5_000])
  func `reading an action with deeply nested lists gives a value or a fault`(depth: Int) throws {
    let read = try LogContent(Self.nested(depth))
    if depth < 250 { #expect(read.actions.count == 1 && read.actions.first?.draws == []) }
    if depth > 256 { #expect(read.actions.isEmpty) }
    #expect(depth < 250 || !read.faults.isEmpty, "\(read.actions.count)")
  }

  #if os(macOS) || os(Linux) || os(Windows)
    /// In a process of its own, because threads are given larger stacks that others have left.
    @Test func `reading an action with deeply nested lists on a small stack does not crash`() async
    {
      await #expect(processExitsWith: .success) {
        let logs = try [10, 100, 250, 256].map { try HostileTests.nested($0) }
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
          for log in logs { _ = try? LogContent(log) }
          done.signal()
        }
        // What Apple's systems give to secondary threads.
        thread.stackSize = 512 * 1024
        thread.start()
        done.wait()
      }
    }
  #endif

  private static func nested(_ depth: Int) throws -> [UInt8] {
    let nested = Shape.Entry(parent: -1, key: "", kind: .list)
    let body = ByteBuffer()
    body.append(Hostile.chunkStart())
    body.append(varint: 1)
    try #require(Shape([nested])).encode(to: body)
    for _ in 0..<depth { body.append([1, 0, 0, 1]) }  // One group, shape 0, counts: 1 element.
    body.append([1, 0, 0, 0])  // The innermost list is empty.
    body.append(0 as UInt8)  // Draws.
    let contents = try LogFrames(try LogScript().close()).contents()
    return LogFrames.pack([contents[0], RecordFraming([(3, body.array)]).content])
  }
}
