import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import Testing

/// States that are larger than what is recorded in one piece.
@Suite struct LargeStateTests {
  @Test
  func `states too large to record leave gaps until the log's end, and the log is undamaged`()
    throws
  {
    let (disk, state) = (ModelDisk(), Box("small"))
    let recording = try Recording(
      to: "log", app: "large", build: "", stores: ["text"], session: UUID(), clock: ManualClock(),
      options: RecordingOptions(digests: .never), on: disk, pageLength: 4_096,
      states: [state.value])
    recording.record(Add()) { [state.value] }
    recording.pause()
    recording.record(Add()) {
      state.change { $0 = String(repeating: "x", count: 1_024 * 4_096) }
      return [state.value]
    }
    recording.resume()
    recording.record(Add()) { [state.value] }
    let reason =
      "the states take 4194317 bytes, more than the 4115456 that are recorded in one piece"
    #expect(throws: LogError.incomplete(path: "log", after: 1, reason: reason)) {
      try recording.close()
    }
    let log = try disk.afterKill().log()
    #expect(log.steps == [1...1] && log.damages == [])
    #expect(try log.gaps().map(\.steps) == [2...2, 3...3])
  }
}
