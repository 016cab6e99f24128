import FluxTesting
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
