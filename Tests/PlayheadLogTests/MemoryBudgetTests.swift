import FluxTesting
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

/// What reading takes at most, whatever a small log claims.
@Suite(.serialized) struct MemoryBudgetTests {
  #if os(Linux) && canImport(Glibc)
    /// Ends the process if reading all of the log takes more than the limit beyond its bytes.
    private static func check(_ name: String, _ bytes: [UInt8]) throws {
      precondition(bytes.count < 5_000_000, "\(name) has \(bytes.count) bytes")
      let peak = try PeakMemory.measure { try read(bytes) }
      // The bytes themselves, and 32 MiB for pages of the process that reading touches first.
      let bound = MemoryLimit.usual + 2 * bytes.count + (32 << 20)
      precondition(peak <= bound, "\(name): \(peak) for \(bytes.count) bytes")
    }

    /// Reads all there is, without keeping what a test would keep of millions of actions.
    private static func read(_ bytes: [UInt8]) throws {
      guard let log = try? LogReader(bytes: bytes, name: "log") else { return }
      for steps in log.steps {
        for step in [steps.lowerBound, steps.upperBound] { _ = try? log.entry(at: step).payload() }
      }
      _ = (try? log.notes(), try? log.gaps(), log.readableDigests(), log.readableCheckpoints())
      _ = (log.annotations(), log.storeLists, log.damages)
      _ = try log.verify()
    }

    @Test func `reading a small log that claims very much stays within the memory limit`() async {
      await #expect(processExitsWith: .success) {
        try Self.check("one chunk of actions", Hostile.manyActions([2_700_000]))
        try Self.check("types and stores", Hostile.tables(6_000_000))
        try Self.check("notes", Hostile.notes(500_000, frames: 20))
        try Self.check("a frame of unknown size", Hostile.unsized(1, blocks: 80))
        guard Soak.isOn else { return }
        try Self.check("three chunks", Hostile.manyActions(Array(repeating: 2_700_000, count: 3)))
        // What a share allows is in memory only twice, as two chunks are kept.
        try Self.check("many chunks", Hostile.manyActions(Array(repeating: 500_000, count: 6)))
        try Self.check("nulls", Hostile.nulls(14_000_000))
        try Self.check("frames of 4 MiB", Hostile.unsized(20))
      }
    }
  #endif

  @Test func `a frame that unpacks to more than the memory limit is an error that names the limit`()
    throws
  {
    let log = try LogReader(bytes: Hostile.unsized(1, blocks: 17), name: "log")
    let fault = try #require(log.damages.first?.fault)
    #expect(fault == "reading it takes more than the allowed 256MiB of memory")
    let frame = Hostile.zeros(1 << 20)
    let read = { (memory: Int) throws in
      try frame.withUnsafeBytes { try LZ4Frame.read($0, memory: memory).count }
    }
    #expect(try read(1 << 20) == 1 << 20)
    #expect(throws: FrameFault.self) { try read((1 << 20) - frame.count - 1) }
    #expect(try read((1 << 20) - frame.count) == 1 << 20)
  }
}
