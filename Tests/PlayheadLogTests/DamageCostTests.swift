import FluxTesting
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

/// However much is damaged, a log is read in linear time.
@Suite struct DamageCostTests {
  @Test func `recovery of many overlapping gaps takes linear time`() throws {
    let folder = try Folder()
    let log = try LogReader(bytes: Hostile.gaps(Soak.isOn ? 150_000 : 50_000), name: "log")
    let start = ContinuousClock.now
    let report = try LogRecovery(log).write(to: folder.path("saved"))
    // Comparing each of 150,000 with each took minutes.
    #expect(ContinuousClock.now - start < .seconds(Soak.isOn ? 20 : 6))
    #expect(report.actions == 0)
    #expect(try LogReader(path: folder.path("saved")).verify().problems == [])
  }

  @Test func `an action whose text is not UTF-8 is an error that names its frame`() throws {
    let script = try LogScript()
    try script.fill(2)
    try script.act("zzzz")
    try script.endChunk()
    var contents = try LogFrames(try script.bytes()).contents()
    contents[3] = contents[3].map { $0 == UInt8(ascii: "z") ? 0xFF : $0 }
    let bytes = LogFrames.pack(contents)
    let log = try LogReader(bytes: bytes, name: "log")
    let entry = try log.entry(at: 21)
    let error = #expect(throws: ReadingError.self) { try entry.payload() }
    guard case .damaged(let damage)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(try damage.frame == 3 && damage.offset == LogFrames(bytes).starts[3])
  }

  // MARK: Forged indexes, whose frames are a byte long

  private static let forgedCount = Soak.isOn ? 100_000 : 25_000

  /// A log whose index tells of very many frames behind the first.
  private func forged(_ kind: RecordKind, holding actions: Int) throws -> [UInt8] {
    let count = Self.forgedCount
    let first = try LogScript().bytes()
    let frames = (1...count).map { [1, 1 << Int(kind.rawValue), actions * $0, actions] }
    let index = LogFrames.index(
      [[first.count, 1 << 1 | 1 << 2, 0, 0]] + frames,
      types: actions > 0 ? [("A", UInt64(count))] : [])
    return first + [UInt8](repeating: 7, count: count) + index
  }

  @Test func `reading a log with many damaged chunks, gaps or headers takes linear time`() throws {
    let start = ContinuousClock.now
    let count = Self.forgedCount
    let chunks = try LogReader(bytes: forged(.chunk, holding: 1), name: "log")
    try chunks.findDamage()
    #expect(chunks.damages.count == count)
    #expect(chunks.lostSteps == [1...Step(UInt64(count))])
    let gaps = try LogReader(bytes: forged(.gap, holding: 0), name: "log")
    #expect(gaps.lostSteps == [] && gaps.lastStep == 0)
    let headers = try LogReader(bytes: forged(.header, holding: 0), name: "log")
    #expect(headers.damages.count == count)
    // Going through all of 100,000 chunks for each took minutes.
    #expect(ContinuousClock.now - start < .seconds(Soak.isOn ? 100 : 15))
  }
}
