import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import Testing

/// What a loss of power leaves, on a disk that forgets unsynchronised pages in any order.
@Suite struct PowerLossTests {
  /// All seeds take minutes.
  static let seeds = isSoak ? 100_000 : 300
  static let isSoak = ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil

  @Test func `whatever is left is right, and holds what its durability promises`() throws {
    for seed in 0..<UInt64(Self.seeds) {
      var generator = SplitMix(seed)
      let run = try Run(&generator)
      let left = run.disk.afterPowerLoss(&generator)
      try run.check(left, seed)
    }
  }

  @Test func `what a failed synchronisation dropped is there after the next one`() throws {
    var options = RecordingOptions(digests: .never)
    options.waits = true
    let disk = ModelDisk()
    let recording = try Recording(
      to: "log", app: "model", build: "", stores: ["sum"], session: UUID(),
      clock: ManualClock(), options: options, on: disk, states: { [1] })
    recording.record(Add(amount: 1)) {}
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

  @Test func `a second loss while recovering from the first costs nothing more`() throws {
    for seed in 0..<UInt64(Self.seeds / 10) {
      var generator = SplitMix(seed)
      let run = try Run(&generator)
      let left = run.disk.afterPowerLoss(&generator)
      // It begins to go on, and whatever of that reached the disk is what the next one finds.
      _ = try? run.goOn(on: left)
      try run.check(left.afterPowerLoss(&generator), seed)
    }
  }
}

/// A session on a disk that forgets.
private struct Run {
  static let path = "log"
  static let sheetLength = 4_096
  let disk = ModelDisk()
  private let durability: Durability
  /// The amounts of the actions, by step; 0 for one that was left out.
  private var amounts: [Int] = [0]
  /// The last step that is known to have been synchronised.
  private var promised: UInt64 = 0

  init(_ generator: inout SplitMix) throws {
    durability = [.none, .perChunk, .everyAction].randomElement(using: &generator) ?? .none
    var options = RecordingOptions(digests: .every(16))
    (options.durability, options.waits) = (durability, true)
    let recording = try Recording(
      to: Self.path, app: "model", build: "", stores: ["sum"], session: Self.session,
      clock: ManualClock(), options: options, on: disk, sheetLength: Self.sheetLength,
      states: { [1] })
    for _ in 0..<Int.random(in: 0..<400, using: &generator) {
      try act(on: recording, &generator)
    }
    if Int.random(in: 0..<8, using: &generator) == 0 {
      let isClosed: Void? = try? recording.close()
      if durability != .none, isClosed != nil { promised = UInt64(amounts.count - 1) }
    }
  }

  private static let session = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2))

  private mutating func act(
    on recording: Recording, _ generator: inout SplitMix
  ) throws {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0:
      let isFlushed: Void? = try? recording.flush()
      if durability != .none, isFlushed != nil { promised = recording.step.number }
    case 1: recording.mark("here")
    case 2: disk.failsNextSync = true
    case 3..<6: disk.writeBack(&generator)
    case 6:
      recording.pause()
      recording.record(Add()) {}
      recording.resume()
      amounts.append(0)
    default:
      let amount = Int.random(in: 1..<1_000_000, using: &generator)
      recording.record(Add(amount: amount)) {}
      amounts.append(amount)
      if durability == .everyAction { promised = recording.step.number }
    }
  }

  /// Opens what is left, as an app does that is started again.
  func goOn(on left: ModelDisk) throws -> LogReader {
    var options = RecordingOptions()
    options.existing = .continued
    let next = try Recording(
      to: Self.path, app: "model", build: "", stores: ["sum"], session: UUID(),
      clock: ManualClock(), options: options, on: left, sheetLength: Self.sheetLength,
      states: { [1] })
    next.record(Add(amount: 1_000_001)) {}
    try next.close()
    return try LogReader(try left.source(of: Self.path), name: Self.path)
  }

  func check(_ left: ModelDisk, _ seed: UInt64) throws {
    let log: LogReader
    do {
      log = try goOn(on: left)
    } catch let error as LogError {
      // The first frame may not have reached the disk.
      #expect(promised == 0, "seed \(seed): \(error)")
      return
    }
    var found: Set<Int> = []
    for steps in log.steps {
      try log.forEachEntry(in: steps) { entry in
        let amount = try entry.payload().amount
        if amount == 1_000_001 { return }
        let step = Int(entry.step.number)
        let expected = step < amounts.count ? amounts[step] : -1
        #expect(amount == expected, "seed \(seed), step \(step)")
        found.insert(step)
      }
    }
    let lost = try log.verify().problems.filter {
      if case .missingSteps = $0 { true } else { false }
    }
    #expect(lost == [], "seed \(seed) lost")
    let missing = (0...Int(promised)).first { amounts[$0] != 0 && !found.contains($0) }
    #expect(missing == nil, "seed \(seed), promised \(promised)")
  }
}

extension Value {
  fileprivate var amount: Int? {
    guard case .record(let fields) = self, case .int(let amount)? = fields.first?.value else {
      return nil
    }
    return Int(amount)
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
