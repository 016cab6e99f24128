import Dispatch
import Foundation
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import Testing
import PlayheadReplay

/// What is promised where the tail cannot be synchronized, while the log is slow.
@Suite struct FailedTailSyncTests {
  @Test
  func
    `after two failed tail syncs, writing only the first tail page to the log leaves the failure set`()
    throws
  {
    let (disk, gate) = (ModelDisk(), DispatchSemaphore(value: 0))
    var options = RecordingOptions(digests: .never)
    options.durability = .everyAction
    let recording = try Recording(
      to: "log", app: "slow", stores: ["one"], clock: ManualClock(), options: options, on: disk,
      pageLength: 4_096, states: [1])
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
      var generator = SplitMix(seed)
      #expect(try disk.afterPowerLoss(&generator).log().lastStep == 2)
    }
  }
}
