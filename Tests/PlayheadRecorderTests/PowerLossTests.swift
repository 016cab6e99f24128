import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import Testing
import PlayheadReplay

/// What a loss of power leaves, on a disk that forgets unsynchronized pages in any order.
@Suite struct PowerLossTests {
  /// All seeds take minutes.
  static let seeds = Soak.isOn ? 100_000 : 300

  @Test
  func
    `after a power loss, the log has no wrong action and has those that its durability promises`()
    throws
  {
    var (successes, failures) = (0, 0)
    for seed in 0..<UInt64(Self.seeds) {
      var generator = SplitMix(seed)
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

  @Test func `a flush whose first sync fails tries again, and the action survives a power loss`()
    throws
  {
    var options = RecordingOptions(digests: .never)
    options.waits = true
    let disk = ModelDisk()
    let recording = try Recording(
      to: "log", app: "model", build: "", stores: ["sum"], session: UUID(),
      clock: ManualClock(), options: options, on: disk, states: [1])
    recording.record(Add(amount: 1)) { [1] }
    disk.failsNextSync = true
    // It tries again at once, and then succeeds.
    try recording.flush()
    #expect(!disk.failsNextSync)
    for seed in 0..<8 as Range<UInt64> {
      var generator = SplitMix(seed)
      let left = disk.afterPowerLoss(&generator)
      let log = try LogReader(try left.source(of: "log"), name: "log")
      #expect(log.steps == [1...1])
    }
  }

  @Test func `a failed sync of the tail sets 'failure', and the next sync saves both actions`()
    throws
  {
    var options = RecordingOptions(digests: .never)
    (options.durability, options.waits) = (.everyAction, true)
    let disk = ModelDisk()
    let recording = try Recording(
      to: "log", app: "model", build: "", stores: ["sum"], session: UUID(),
      clock: ManualClock(), options: options, on: disk, states: [1])
    disk.failingTailSyncs = 1
    recording.record(Add(amount: 1)) { [1] }
    #expect(recording.failure != nil)
    recording.record(Add(amount: 2)) { [1] }
    for seed in 0..<8 as Range<UInt64> {
      var generator = SplitMix(seed)
      let left = disk.afterPowerLoss(&generator)
      #expect(try left.log(pageLength: TailFormat.pageLength).lastStep == 2)
    }
    try recording.flush()
    #expect(recording.failure == nil)
  }
}

/// The same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
