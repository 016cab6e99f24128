import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import Testing

/// However much is damaged, a log is gone through a few times at most.
@Suite struct DamageCostTests {
  private static let chunks = 30

  /// A log in memory that counts how often it is read.
  private final class CountingSource: LogSource {
    private let source: MemorySource
    private(set) nonisolated(unsafe) var reads = 0

    init(_ bytes: [UInt8]) { source = MemorySource(bytes: bytes) }

    var size: Int { source.size }

    func read(at offset: Int, count: Int) -> [UInt8] {
      reads += 1
      return source.read(at: offset, count: count)
    }
  }

  /// A checkpoint behind each chunk; every second chunk is damaged.
  private func damaged() throws -> [UInt8] {
    try SumLog.bytes(
      chunks: Self.chunks, checkpointsBehind: Set(1...Self.chunks),
      damaging: (1...Self.chunks / 2).map { 4 * $0 - 1 }, hasIndex: true)
  }

  @Test func `replaying a log with 15 damaged chunks reads each checkpoint once`() throws {
    let source = CountingSource(try damaged())
    let log = try LogReader(source, name: "log")
    let replay = try Replay(log, with: SumLog.player())
    while try replay.stepForward() {}
    #expect(replay.position == 290 && log.damages.count == Self.chunks / 2)
    // Opening, each chunk, each checkpoint.
    #expect(source.reads <= 3 * Self.chunks)
  }

  @Test func `a determinism check does not start over for each damaged chunk`() throws {
    let log = try LogReader(bytes: try damaged(), name: "log")
    var check = DeterminismCheck(log) { try SumLog.player() }
    var steps: [Step] = []
    check.onStep = { steps.append($0) }
    #expect(try check.run() == nil)
    #expect(steps.count == 2 * log.actionCount && Set(steps).count == log.actionCount)
  }
}
