import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadFiles
import PlayheadLog
import PlayheadRecorder
import Testing
import PlayheadReplay

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Going on with a log that is not as a recorder left it.
@Suite struct GoingOnTests {
  @Test
  func `states too large for a record leave a gap until the log's end, and the log is whole`()
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
    let left = disk.afterKill()
    var options = RecordingOptions()
    options.existing = .continued
    try Recording(
      to: "log", app: "large", build: "", stores: ["text"], session: UUID(), clock: ManualClock(),
      options: options, on: left, pageLength: 4_096, states: ["small"]
    ).close()
    let log = try LogReader(bytes: left.bytes(of: "log"), name: "log")
    #expect(log.steps == [1...1] && log.damages == [])
    #expect(try log.gaps().map(\.steps) == [2...2, 3...3, 4...4])
  }

  @Test func `a closed log whose last chunk is damaged is gone on with`() throws {
    let desk = try Desk()
    let recorder = try desk.record()
    desk.dispatcher.dispatch(Add(amount: 1))
    try recorder.flush()
    desk.dispatcher.dispatch(Add(amount: 2))
    try recorder.close()
    var bytes = try desk.bytes()
    var start = 0
    for _ in 1...2 { start += try bytes[start...].withUnsafeBytes { try LZ4Frame.length($0) } }
    bytes[start + 30] ^= 0x10
    try Data(bytes).write(to: URL(fileURLWithPath: desk.path))
    #expect(try stepsAfterGoingOn(with: desk.path) == 4)
  }

  @Test func `nothing is recorded behind another recording`() throws {
    let (desk, other) = (try Desk(), try Desk())
    for desk in [desk, other] {
      let recorder = try desk.record()
      desk.dispatcher.dispatch(Add(amount: 1))
      try recorder.close()
    }
    let both = try desk.bytes() + other.bytes()
    try Data(both).write(to: URL(fileURLWithPath: desk.path))
    #expect(throws: LogError.self) { try stepsAfterGoingOn(with: desk.path) }
    #expect(try desk.bytes() == both)
  }

  @Test func `a page's number that has no next is damage`() async throws {
    await #expect(processExitsWith: .exitCode(7)) {
      let desk = try Desk()
      let recorder = try desk.record()
      desk.dispatcher.dispatch(Add(amount: 1))
      try recorder.close()
      let (mark, records, frame) = (ByteBuffer(), ByteBuffer(), ByteBuffer())
      mark.append(varint: UInt64.max)
      mark.append(varint: UInt64(0))
      records.append(varint: RecordKind.flushMark.rawValue)
      records.append(sized: mark.bytes)
      LZ4Frame.append(records.bytes, to: frame)
      let bytes = try desk.bytes() + frame.array
      try Data(bytes).write(to: URL(fileURLWithPath: desk.path))
      exit(try stepsAfterGoingOn(with: desk.path) == 3 ? 7 : 1)
    }
  }
}

/// Goes on with the log at `path` for an action, and gives its last step.
private func stepsAfterGoingOn(with path: String) throws -> Step {
  let desk = try Desk()
  var options = RecordingOptions()
  options.existing = .continued
  let recorder = try desk.dispatcher.record(to: path, app: "desk", options: options)
  desk.dispatcher.dispatch(Add(amount: 1))
  try recorder.close()
  return try LogReader(path: path).lastStep
}
