import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

/// However much is damaged, a log is gone through a few times at most.
@Suite struct DamageCostTests {
  private static let chunks = 40

  /// Chunks of two actions with gaps between, of which every second chunk is damaged.
  private func damaged() throws -> CountingSource {
    let script = try LogScript()
    for _ in 0..<Self.chunks {
      try script.fill(1, of: 2)
      try script.skip(3, to: ["again"])
    }
    var bytes = try script.close()
    for start in try LogFrames(bytes).starts.dropFirst().prefix(2 * Self.chunks).striding(by: 4) {
      bytes[start + 30] ^= 1
    }
    return CountingSource(bytes)
  }

  @Test func `reading a log with 20 damaged chunks reads each gap record once`() throws {
    let source = try damaged()
    let log = try LogReader(source, name: "log")
    let opening = source.reads
    var damages = 0
    try log.forEachEntry(in: 1...log.lastStep, onDamage: { _ in damages += 1 }) { _ in }
    #expect(damages == Self.chunks / 2 && log.lostSteps.count == damages)
    for step in log.lostSteps {
      #expect(throws: LogError.self) { try log.entry(at: step.lowerBound) }
    }
    // Each chunk, each gap, the end.
    #expect(source.reads - opening <= 2 * Self.chunks + 1)
    #expect(log.damages.count == damages && log.actionCount == Self.chunks)
  }

  @Test func `verification reads each frame once and the index twice`() throws {
    let script = try LogScript()
    for _ in 0..<Self.chunks {
      try script.fill(1, of: 2)
      try script.endChunk()
    }
    let source = CountingSource(try script.close())
    let log = try LogReader(source, name: "log")
    let opening = source.reads
    #expect(try log.verify().problems == [])
    #expect(source.reads - opening == (try LogFrames(source.bytes).starts.count) + 1)
  }

  @Test func `recovery of 150,000 overlapping gaps takes linear time`() throws {
    let folder = try Folder()
    let log = try LogReader(bytes: Hostile.gaps(150_000), name: "log")
    let start = ContinuousClock.now
    let report = try LogRecovery(log).write(to: folder.path("saved"))
    // Comparing each with each took minutes.
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(report.actions == 0)
    #expect(try LogReader(path: folder.path("saved")).verify().problems == [])
  }

  @Test func `a second search for damage reads no frame again`() throws {
    let source = try damaged()
    let log = try LogReader(source, name: "log")
    try log.findDamage()
    #expect(log.damages.count == Self.chunks / 2)
    let reads = source.reads
    try log.findDamage()
    #expect(source.reads == reads)
  }

  @Test func `an entry read before its chunk was lost still names its frame in errors`() throws {
    let script = try LogScript()
    try script.fill(2)
    try script.act("zzzz")
    try script.endChunk()
    // Without an end, and with a text that is none.
    var contents = try LogFrames(try script.bytes()).contents()
    contents[3] = contents[3].map { $0 == UInt8(ascii: "z") ? 0xFF : $0 }
    let source = CountingSource(LogFrames.pack(contents))
    let starts = try LogFrames(source.bytes).starts
    let log = try LogReader(source, name: "log")
    let held = try log.entry(at: 21)
    #expect(place { try held.payload() } == .some([3, starts[3]]))
    // Two others are read, so that its own is no longer known.
    for step: Step in [1, 11] { _ = try log.entry(at: step) }
    source.bytes[starts[3] + 30] ^= 1
    #expect(throws: LogError.self) { try log.entry(at: 21) }
    #expect(log.lostSteps == [21...21])
    #expect(place { try held.payload() } == .some([3, starts[3]]))
  }

  /// The frame and the offset of the damage that `body` throws.
  private func place(_ body: () throws -> Value) -> [Int]? {
    do {
      _ = try body()
      return nil
    } catch LogError.damaged(let damage) {
      return [damage.frame, damage.offset]
    } catch {
      return []
    }
  }

  // MARK: Forged indexes, whose frames are a byte long

  /// A log whose index tells of very many frames behind the first.
  private func forged(_ kind: RecordKind, holding actions: Int) throws -> [UInt8] {
    let count = 100_000
    let first = try LogScript().bytes()
    let body = ByteBuffer()
    body.append(varint: count + 1)
    for number in [first.count, 1 << 1 | 1 << 2, 0, 0] { body.append(varint: number) }
    for step in 1...count {
      body.append(varint: 1)
      body.append(varint: 1 << kind.rawValue)
      body.append(varint: actions * step)
      body.append(varint: actions)
    }
    body.append(varint: actions)
    if actions > 0 {
      body.append(string: "A")
      body.append(zigzag: 1)
      body.append(varint: count)
    }
    return first + [UInt8](repeating: 7, count: count) + LogFrames.index(body.array)
  }

  @Test func `finding 100,000 damaged chunks in a log takes less than a minute`() throws {
    let log = try LogReader(bytes: try forged(.chunk, holding: 1), name: "log")
    let start = ContinuousClock.now
    try log.findDamage()
    #expect(log.damages.count == 100_000 && log.lostSteps == [1...100_000])
    // Going through all chunks for each took minutes.
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func `finding the lost steps of a log with 100,000 damaged gaps takes less than a minute`()
    throws
  {
    let log = try LogReader(bytes: try forged(.gap, holding: 0), name: "log")
    let start = ContinuousClock.now
    #expect(log.lostSteps == [] && log.lastStep == 0)
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func `opening a log with 100,000 damaged headers takes less than a minute`() throws {
    let start = ContinuousClock.now
    let log = try LogReader(bytes: try forged(.header, holding: 0), name: "log")
    #expect(log.damages.count == 100_000)
    #expect(ContinuousClock.now - start < .seconds(60))
  }
}

extension Collection {
  /// Every so manieth element, from the first on.
  fileprivate func striding(by distance: Int) -> [Element] {
    enumerated().filter { $0.offset % distance == 0 }.map(\.element)
  }
}
