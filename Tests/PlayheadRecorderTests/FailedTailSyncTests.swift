import Dispatch
import Foundation
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import Testing
import PlayheadReplay

/// What is promised where the tail cannot be synchronized, while the log is slow.
@Suite struct FailedTailSyncTests {
  /// Each action takes a page of its own, and none gets into the log before it `isSlow` no longer.
  private struct SlowLog {
    let disk = ModelDisk()
    let recording: Recording
    private let gate = DispatchSemaphore(value: 0)

    init() throws {
      var options = RecordingOptions(digests: .never)
      options.durability = .everyAction
      recording = try Recording(
        to: "log", app: "slow", build: "", stores: ["one"], session: UUID(), clock: ManualClock(),
        options: options, on: disk, pageLength: 4_096, states: [1])
      disk.watch = { [gate] in
        gate.wait()
        gate.signal()
      }
    }

    func act(_ handle: () -> Void = {}) {
      recording.record(Rename(name: String(repeating: "x", count: 3_500))) {
        handle()
        return [1]
      }
    }

    func letGo() { gate.signal() }

    /// What is left after each of some losses of power.
    func afterPowerLosses() throws -> [LogReader] {
      try (0..<8).map { (seed: UInt64) in
        var generator = SplitMix(seed)
        return try disk.afterPowerLoss(&generator).log()
      }
    }
  }

  @Test
  func
    `after two failed tail syncs, writing only the first tail page to the log leaves the failure set`()
    throws
  {
    let slow = try SlowLog()
    slow.act()
    // That of the first page's end, and that of the second action.
    slow.disk.failingTailSyncs = 2
    slow.act {
      slow.letGo()
      // Waits for the first page; the second one is not handed over before its action is handled.
      try? slow.recording.flush()
      #expect(slow.recording.failure != nil)
    }
    try slow.recording.flush()
    #expect(slow.recording.failure == nil)
    for log in try slow.afterPowerLosses() { #expect(log.lastStep == 2) }
  }

  @Test
  func `while the log's disk is full, successful syncs of the tail do not count as a recovery`()
    throws
  {
    let (disk, recoveries, synced) = (ModelDisk(), Box(0), DispatchSemaphore(value: 0))
    disk.watchTail = { synced.signal() }
    var options = RecordingOptions(digests: .never)
    options.durability = .every(.milliseconds(1))
    options.onRecovery = { recoveries.change { $0 += 1 } }
    let recording = try Recording(
      to: "log", app: "full", build: "", stores: ["one"], session: UUID(), clock: ManualClock(),
      options: options, on: disk, pageLength: 4_096, states: [1])
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

  @Test
  func `after a failed sync at the end of a tail page, the next action's sync saves both actions`()
    throws
  {
    let slow = try SlowLog()
    slow.act()
    slow.disk.failingTailSyncs = 1
    slow.act()
    #expect(slow.recording.failure == nil)
    for log in try slow.afterPowerLosses() {
      #expect(try log.lastStep == 2 && log.entry(at: 1).isHandled)
    }
    slow.letGo()
    try slow.recording.close()
  }
}
