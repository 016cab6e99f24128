import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// What hardly ever happens, and must cost no more than it has to.
@Suite struct RareTroubleTests {
  @Test func `values of ever new shapes are all recorded, also around a flush`() async throws {
    await #expect(processExitsWith: .exitCode(7)) {
      let disk = ModelDisk()
      let recording = try Recording(
        to: "log", app: "shapes", build: "", stores: ["one"], session: UUID(),
        clock: ManualClock(), options: RecordingOptions(), on: disk, states: { [1] })
      for number in 0..<40_000 {
        recording.record(EverNew(number: number)) {}
        if number == 30_000 { try recording.flush() }
      }
      try recording.close()
      let log = try LogReader(bytes: disk.bytes(of: "log"), name: "log")
      exit(log.actionCount == 40_000 ? 7 : 1)
    }
  }

  @Test func `a flush after a close that could not write does nothing`() async throws {
    await #expect(processExitsWith: .exitCode(7)) {
      let desk = try Desk()
      let recorder = try desk.record()
      try limitFiles(to: 4_096)
      var generator = SystemRandomNumberGenerator()
      for _ in 1...LogFormat.chunkActions {
        desk.dispatcher.dispatch(Add(amount: Int(generator.next() % 1_000_000)))
      }
      #expect(throws: LogError.self) { try recorder.close() }
      try? recorder.flush()
      exit(7)
    }
  }

  @Test func `when all sheets were in use once, an action larger than a sheet still finds room`()
    throws
  {
    let pool = SheetPool("tail", on: ModelDisk(), sheetLength: 4_096)
    var full: [Sheet] = []
    let tail = TailWriter(pool, session: 1, after: .initial, timing: .coarse) { full.append($0) }
    let rows = RowEncoding()
    var step: UInt64 = 0
    func append(_ action: some Encodable) throws -> Bool {
      let shape = try rows.encode(action)
      let facts = ActionFacts(
        type: 0, shape: shape, moment: Moment(monotonic: 0, wall: 0), cause: nil)
      step += 1
      return tail.append(
        facts, at: Step(step), row: rows.bytes.bytes, shapeCount: rows.table.shapeCount
      ) {
        ChunkDraft.Names(
          shapes: rows.shapes, types: [ActionType(name: "A")], storeSets: [], timing: .coarse)
      }
    }
    while try append(Rename(name: String(repeating: "x", count: 1_000))) {}
    #expect(full.count == TailFormat.sheetLimit)
    for sheet in full { pool.release(sheet) }
    #expect(try append(Rename(name: String(repeating: "x", count: 6_000))))
  }

  @Test func `who is told of a failure may flush`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let desk = try Desk()
      let told = Box(0)
      let box = Box<Recorder?>(nil)
      let recorder = try desk.record(
        RecordingOptions(onFailure: { _ in
          told.change { $0 += 1 }
          try? box.value?.flush()
        }))
      box.change { $0 = recorder }
      try limitFiles(to: 4_096)
      var generator = SystemRandomNumberGenerator()
      for _ in 1...(2 * LogFormat.chunkActions) {
        desk.dispatcher.dispatch(Add(amount: Int(generator.next() % 1_000_000)))
      }
      #expect(throws: LogError.self) { try recorder.close() }
      try #require(told.value == 1)
      exit(7)
    }
  }

  @Test func `who is told of a failure may close, also where the app waits for the disk`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let desk = try Desk()
      let box = Box<Recorder?>(nil)
      var options = RecordingOptions(onFailure: { _ in try? box.value?.close() })
      options.waits = true
      let recorder = try desk.record(options)
      box.change { $0 = recorder }
      try limitFiles(to: 4_096)
      // More than all sheets have room for: the app waits until it is told that there is no room.
      let name = String(repeating: "x", count: TailFormat.sheetLength / 2)
      for number in 0..<(4 * TailFormat.sheetLimit) {
        desk.dispatcher.dispatch(Rename(name: "\(number)" + name))
      }
      #expect(throws: LogError.self) { try recorder.close() }
      exit(7)
    }
  }

  @Test
  func `states too large for a record end the log with a sentence, and nothing is wrong in it`()
    throws
  {
    let (disk, state) = (ModelDisk(), Box("small"))
    let recording = try Recording(
      to: "log", app: "large", build: "", stores: ["text"], session: UUID(), clock: ManualClock(),
      options: RecordingOptions(digests: .never), on: disk, sheetLength: 4_096,
      states: { [state.value] })
    recording.record(Add()) {}
    recording.pause()
    recording.record(Add()) {}
    state.change { $0 = String(repeating: "x", count: 1_024 * 4_096) }
    recording.resume()
    recording.record(Add()) {}
    let reason =
      "the states take 4194317 bytes, more than the 4194304 that are recorded in one piece"
    #expect(throws: LogError.unfinished(path: "log", reason: reason)) { try recording.close() }
    let left = disk.afterKill()
    var options = RecordingOptions()
    options.existing = .continued
    try Recording(
      to: "log", app: "large", build: "", stores: ["text"], session: UUID(), clock: ManualClock(),
      options: options, on: left, sheetLength: 4_096, states: { ["small"] }
    ).close()
    let log = try LogReader(bytes: left.bytes(of: "log"), name: "log")
    #expect(log.steps == [1...1] && log.damages == [])
    #expect(try log.gaps().map(\.steps) == [2...2, 3...3, 4...4])
  }

  @Test
  func `paused inside an action, behind one that cannot be encoded, the outer outcome is kept`()
    throws
  {
    let (desk, box) = (try Desk(), Box<[Int]>([0]))
    let recording = try Recording(to: desk.path, app: "desk", stores: ["count"], clock: desk.clock)
    {
      [box.value]
    }
    recording.record(Add(amount: 1)) {
      recording.record(Stubborn()) {}
      recording.pause()
    }
    recording.record(Add(amount: 2)) {}
    recording.resume()
    recording.record(Add(amount: 3)) {}
    try recording.close()
    let log = try desk.log()
    #expect(try log.entry(at: 1).isHandled)
    #expect(try log.gaps().map(\.steps) == [2...2, 3...3])
    #expect(try desk.amounts() == [1: 1, 4: 3] && log.verify().problems == [])
  }

  @Test func `through a symbolic link, the tail lies beside the log`() throws {
    let (desk, link) = (try Desk(), try Desk())
    let first = try desk.record()
    desk.dispatcher.dispatch(Add(amount: 1))
    try first.close()
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: desk.path)
    var options = RecordingOptions()
    options.existing = .continued
    let recorder = try link.record(options)
    link.dispatcher.dispatch(Add(amount: 2))
    #expect(FileManager.default.fileExists(atPath: desk.path + ".tail"))
    // Whichever way it is opened.
    #expect(try desk.amounts() == [1: 1, 3: 2] && link.amounts() == [1: 1, 3: 2])
    try recorder.close()
    #expect(try desk.log().isClosed && link.log().isClosed)
  }

  @Test func `who records into a deleted log does not write into its successor's tail`() throws {
    let (desk, next) = (try Desk(), try Desk())
    let recorder = try desk.record()
    desk.dispatcher.dispatch(Add(amount: 9))
    try FileManager.default.removeItem(atPath: desk.path)
    let successor = try next.dispatcher.record(to: desk.path, app: "desk")
    for amount in 1...5 { next.dispatcher.dispatch(Add(amount: amount)) }
    for _ in 1...10 { desk.dispatcher.dispatch(Add(amount: 9)) }
    #expect(try desk.amounts() == [1: 1, 2: 2, 3: 3, 4: 4, 5: 5])
    #expect(throws: LogError.self) { try recorder.close() }
    try successor.close()
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

  @Test func `a sheet's number that has no next is damage`() async throws {
    await #expect(processExitsWith: .exitCode(7)) {
      let desk = try Desk()
      let recorder = try desk.record()
      desk.dispatcher.dispatch(Add(amount: 1))
      try recorder.close()
      let (mark, records, frame) = (ByteBuffer(), ByteBuffer(), ByteBuffer())
      mark.append(varint: UInt64.max)
      mark.append(varint: UInt64(0))
      records.append(varint: RecordKind.seal.rawValue)
      records.append(sized: mark.bytes)
      LZ4Frame.append(records.bytes, to: frame)
      let bytes = try desk.bytes() + frame.array
      try Data(bytes).write(to: URL(fileURLWithPath: desk.path))
      exit(try stepsAfterGoingOn(with: desk.path) == 3 ? 7 : 1)
    }
  }

  @Test func `an index of very many types is read in no time`() throws {
    let desk = try Desk()
    try desk.record().close()
    let first = try desk.bytes().withUnsafeBytes { try LZ4Frame.length($0) }
    let (body, file) = (ByteBuffer(), ByteBuffer())
    file.append(try desk.bytes()[..<first])
    // A frame with header and checkpoint.
    body.append(varint: 1)
    for number in [first, 1 << 1 | 1 << 3, 0, 0] { body.append(varint: number) }
    body.append(varint: 40_000)
    for number in 0..<40_000 {
      body.append(string: String(number, radix: 36))
      body.append(zigzag: 0)
      body.append(varint: 0)
    }
    file.append(littleEndian: LogFormat.indexMagic)
    file.append(littleEndian: UInt32(body.count + LogFormat.footerLength))
    file.append(body)
    file.append(littleEndian: UInt32(8 + body.count + LogFormat.footerLength))
    file.append(littleEndian: XXHash.hash32(body.bytes))
    file.append(littleEndian: LogFormat.footerMagic)
    let start = ContinuousClock.now
    #expect(try LogReader(bytes: file.array, name: "log").typeCounts.count == 40_000)
    // Comparing each with each took a minute.
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}

/// What the tail's sheets hold, and what is made of them.
@Suite struct RareSheetTests {
  @Test func `no action gets into plain memory while others are in a file`() throws {
    let pool = SheetPool("log.tail", on: ModelDisk(), sheetLength: 4_096)
    var full: [Sheet] = []
    let tail = TailWriter(pool, session: 1, after: 0, timing: .coarse) { full.append($0) }
    var step: UInt64 = 1
    while tail.act(3_500, at: step) { step += 1 }
    // Which needs no room of the pool's.
    tail.setOutcome(of: 0, changed: 0, nanoseconds: 0) { TailWriter.names }
    #expect(!tail.act(10, at: step))
  }

  @Test func `which frames are made of a sheet does not depend on digests`() throws {
    let pool = SheetPool("log.tail", on: ModelDisk())
    var full: [Sheet] = []
    let tail = TailWriter(pool, session: 1, after: 0, timing: .coarse) { full.append($0) }
    let rows = RowEncoding()
    _ = try rows.encode(7)
    var names = TailWriter.names
    names.shapes = rows.shapes
    try tail.append(
      Roster(step: 0, stores: ["a"], registered: [0]), CheckpointDraft(step: 0), names)
    tail.append(Gap(steps: 1...2, reason: .paused, detail: ""))
    tail.finishSheet()
    var frames = 0
    let sealer = SheetSealer { _ in frames += 1 }
    let digests = StateDigests(step: 0, stores: [Digest](repeating: Digest(1), count: 100_000))
    sealer.add(digests)
    #expect(try sealer.take(full[0]))
    #expect(frames == 1)
  }
}

extension TailWriter {
  fileprivate static let names = ChunkDraft.Names(
    shapes: [], types: [ActionType(name: "a", version: 1)], storeSets: [[0]], timing: .coarse)

  /// Writes an action with a row of `count` bytes.
  fileprivate func act(_ count: Int, at step: UInt64) -> Bool {
    let facts = ActionFacts(
      type: 0, shape: 0, moment: Moment(monotonic: 0, wall: 0), cause: nil)
    return [UInt8](repeating: 1, count: count).withUnsafeBytes {
      append(facts, at: Step(step), row: $0, shapeCount: 0) { Self.names }
    }
  }
}

extension Desk {
  fileprivate func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
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

extension ModelDisk {
  fileprivate func bytes(of path: String) throws -> [UInt8] {
    let source = try source(of: path)
    return try source.read(at: 0, count: source.size)
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
