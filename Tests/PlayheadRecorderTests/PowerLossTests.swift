import Dispatch
import FluxTesting
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import Testing

/// What a loss of power leaves, on a disk that forgets unsynchronized pages in any order.
@Suite struct PowerLossTests {
  /// All seeds take minutes.
  static let seeds = Soak.isOn ? 100_000 : 200

  @Test
  func
    `after a power loss, the log has no wrong action and has those that its durability promises`()
    throws
  {
    var (successes, failures) = (0, 0)
    for seed in 0..<UInt64(Self.seeds) {
      var generator = SplitMix64(seed: seed)
      let run = try ForgetfulRun(&generator)
      let left = run.disk.afterPowerLoss(&generator)
      try run.check(left, seed)
      successes += run.successes
      failures += run.failures
    }
    // A synchronization that fails is mostly tried again before anyone is told.
    #expect(successes > 10 * failures && successes > Self.seeds)
    print("\(successes) times all was written, and \(failures) times a failure was told")
  }

  @Test
  func
    `after two failed tail syncs, writing only the first tail page to the log leaves the failure set`()
    throws
  {
    let (disk, gate) = (ModelDisk(), DispatchSemaphore(value: 0))
    let recording = try disk.record { $0.durability = .everyAction }
    // Nothing gets into the log until then.
    disk.watch = {
      gate.wait()
      gate.signal()
    }
    // Each takes a page of its own.
    let action = Rename(name: String(repeating: "x", count: 3_500))
    recording.record(action) { [1] }
    // That of the first page's end, and that of the second action.
    disk.failingTailSyncs = 2
    recording.record(action) {
      gate.signal()
      // Waits for the first page; the second one is not handed over before its action is handled.
      try? recording.flush()
      #expect(recording.failure != nil)
      return [1]
    }
    try recording.flush()
    #expect(recording.failure == nil)
    for seed in 0..<8 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      #expect(try disk.afterPowerLoss(&generator).log().lastStep == 2)
    }
  }

  @Test
  func `while the log's disk is full, successful syncs of the tail do not count as a recovery`()
    throws
  {
    let (disk, recoveries, synced) = (ModelDisk(), Box(0), DispatchSemaphore(value: 0))
    disk.watchTail = { synced.signal() }
    let recording = try disk.record { options in
      options.durability = .every(.milliseconds(1))
      options.onRecovery = { recoveries.change { $0 += 1 } }
    }
    disk.room = disk.logBytes
    recording.record(Add()) { [1] }
    #expect(throws: LogError.self) { try recording.flush() }
    while synced.wait(timeout: .now()) == .success {}
    // Each is of two pages at most.
    for _ in 0..<6 { #expect(synced.wait(timeout: .now() + 60) == .success) }
    #expect(throws: LogError.self) { try recording.flush() }
    disk.room = .max
    try recording.flush()
    try recording.close()
    #expect(recoveries.value == 1)
  }
}
