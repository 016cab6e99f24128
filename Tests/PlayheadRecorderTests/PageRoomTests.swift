import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import Testing

@testable import PlayheadRecorder
import PlayheadReplay

/// What finds room in the tail's pages, and what is made of them.
@Suite struct PageRoomTests {
  @Test func `actions that each have other field names are all recorded, also after a flush`()
    throws
  {
    let (disk, count) = (ModelDisk(), Soak.isOn ? 40_000 : 8_000)
    let recording = try Recording(to: "log", app: "shapes", stores: ["one"], on: disk, states: [1])
    for number in 0..<count {
      recording.record(EverNew(number: number)) { [1] }
      if number == count * 3 / 4 { try recording.flush() }
    }
    try recording.close()
    #expect(try LogReader(bytes: disk.bytes(of: "log"), name: "log").actionCount == count)
  }

  @Test func `after an app ends right after a left-out action, the log's gap includes that action`()
    throws
  {
    struct Mute {}
    let disk = ModelDisk()
    let recording = try disk.record()
    try Self.leaveOut(upTo: 2, of: recording, disk)
    while case .recording = recording.writer.mode { recording.record(Add()) { [1] } }
    try Self.checkLeftOut(upTo: recording.step, disk.afterKill())
    recording.record(Mute()) { [1] }
    try Self.checkLeftOut(upTo: recording.step, disk.afterKill())
  }

  @Test
  func
    `after an app ends just as a full disk has room again, the log has a gap of left-out actions`()
    async throws
  {
    let disk = ModelDisk()
    let (recoveries, signal) = AsyncStream.makeStream(of: Void.self)
    let recording = try disk.record { options in
      options.onRecovery = { signal.yield() }
    }
    try Self.leaveOut(upTo: 20_000, of: recording, disk)
    disk.room = .max
    // It tries again by itself.
    for await _ in recoveries { break }
    // It tells so at the first sheet that the disk took; the last has been given back by the end.
    await withCheckedContinuation { done in recording.writer.flusher.queue.async { done.resume() } }
    try Self.checkLeftOut(upTo: 20_000, disk.afterKill())
  }

  @Test func `a flush after a full disk has room again writes a gap of the left-out actions`()
    throws
  {
    let disk = ModelDisk()
    let recording = try disk.record()
    try Self.leaveOut(upTo: 20_000, of: recording, disk)
    disk.room = .max
    try recording.flush()
    let log = try LogReader(bytes: disk.bytes(of: "log"), name: "log")
    #expect(try log.gaps().map(\.steps) == [log.lastStep.next...20_000])
    #expect(try log.gaps().map(\.detail) == ["no space left on device"])
    recording.record(Add(amount: 20_001)) { [1] }
    try recording.close()
    let whole = try LogReader(bytes: disk.bytes(of: "log"), name: "log")
    #expect(whole.steps == [1...log.lastStep, 20_001...20_001])
  }

  /// Records more than there is room for.
  private static func leaveOut(
    upTo last: Int, of recording: Recording, _ disk: ModelDisk
  ) throws {
    disk.room = disk.logBytes
    recording.record(Add(amount: 1)) { [1] }
    #expect(throws: LogError.self) { try recording.flush() }
    for amount in 2...last { recording.record(Add(amount: amount)) { [1] } }
  }

  /// What is left says which actions are missing, up to `last`.
  private static func checkLeftOut(upTo last: Step, _ left: ModelDisk) throws {
    let log = try left.log()
    #expect(log.steps.count == 1 && log.lastStep < last)
    #expect(try log.gaps().map(\.reason) == [.unwritable])
    #expect(try log.gaps().map(\.steps) == [log.lastStep.next...last])
  }
}

/// An action whose fields have other names than any other's.
private struct EverNew: Encodable {
  var number: Int

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for part in 0..<4 {
      try container.encode(part, forKey: Key(stringValue: "\(number)-\(part)"))
    }
  }
}
