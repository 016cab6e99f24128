import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

/// A session on a disk that forgets.
struct ForgetfulRun {
  /// An action that takes a page of several times the usual length.
  private struct Long: Action {
    var amount: Int
    var text = String(repeating: "far ", count: 3_000)
  }

  static let path = "log"
  static let pageLength = 4_096
  let disk = ModelDisk()
  private let durability: Durability
  /// The amounts of the actions, by step; 0 for one that was left out.
  private var amounts: [Int] = [0]
  /// The last step that is known to have been synchronized.
  private var promised: UInt64 = 0
  /// How often writing everything succeeded and failed.
  private(set) var (successes, failures) = (0, 0)
  /// Whether a synchronization was made to fail since the last success.
  private var mayFail = false
  /// The steps that the recording left out, as it says itself: nothing promises those.
  private var leftOut: Set<Int> = []

  init(_ generator: inout SplitMix64) throws {
    durability = [.none, .perChunk, .everyAction].randomElement(using: &generator) ?? .none
    let recording = try Self.record(on: disk, durability)
    for _ in 0..<Int.random(in: 0..<400, using: &generator) {
      act(on: recording, &generator)
    }
    if Int.random(in: 0..<8, using: &generator) == 0 { write(recording.close, recording) }
  }

  private static func record(
    on disk: ModelDisk, _ durability: Durability
  ) throws -> Recording {
    var options = RecordingOptions(digests: .every(16))
    (options.durability, options.waits) = (durability, true)
    return try Recording(
      to: path, app: "model", build: "", stores: ["sum"], session: session,
      clock: ManualClock(), options: options, on: disk, pageLength: pageLength,
      states: [1])
  }

  private static let session = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2))

  /// Writes everything: from then on it is promised. It may fail where something failed before.
  private mutating func write(_ body: () throws -> Void, _ recording: Recording) {
    do {
      try body()
      successes += 1
      // Nothing may have been synchronized.
      mayFail = disk.failsNextSync || disk.failingTailSyncs > 0
      if durability != .none { promised = recording.step.number }
    } catch {
      failures += 1
      #expect(mayFail, "\(error)")
    }
  }

  private mutating func act(on recording: Recording, _ generator: inout SplitMix64) {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0: write(recording.flush, recording)
    case 1: recording.mark("here")
    case 2: (disk.failsNextSync, mayFail) = (true, true)
    case 7: (disk.failingTailSyncs, mayFail) = (.random(in: 1...3, using: &generator), true)
    case 3..<6: disk.writeBack(&generator)
    case 6:
      recording.pause()
      recording.record(Add()) { [1] }
      recording.resume()
      amounts.append(0)
    case let kind:
      let amount = Int.random(in: 1..<1_000_000, using: &generator)
      let count = recording.droppedCount
      if kind == 8 { recording.record(Long(amount: amount)) { [1] } }
      if kind > 8 { recording.record(Add(amount: amount)) { [1] } }
      if recording.droppedCount > count { leftOut.insert(amounts.count) }
      amounts.append(amount)
      if durability == .everyAction, recording.failure == nil {
        promised = recording.step.number
      }
    }
  }

  /// Holds what a loss of power left, log and tail together, against what was recorded.
  func check(_ left: ModelDisk, _ seed: UInt64) throws {
    let log: LogReader
    do {
      log = try left.log(Self.path, pageLength: Self.pageLength)
    } catch let error as ReadingError {
      // The first frame may not have reached the disk.
      #expect(promised == 0, "seed \(seed): \(error)")
      return
    }
    var found: Set<Int> = []
    for steps in log.steps {
      try log.forEachEntry(in: steps) { entry in
        let amount = try entry.payload().amount
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
    let missing = (0...Int(promised)).first {
      amounts[$0] != 0 && !found.contains($0) && !leftOut.contains($0)
    }
    #expect(missing == nil, "seed \(seed), promised \(promised)")
  }
}
