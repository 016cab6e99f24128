import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import Testing

/// Writes a tail as a recorder does, and the log of what was flushed of it: actions whose values are their
/// steps' numbers.
final class TailScript {
  private let folder: Folder
  private let tail: TailWriter
  private let rows = RowEncoding()
  private(set) var step = Step.initial
  private var count = 0

  /// Where it gives back pages that are in the log.
  let pool: PagePool

  init(handOver: @escaping (TailPage) -> Void = { _ in }) throws {
    folder = try Folder()
    pool = PagePool(folder.path("tail"), on: SystemDisk(), pageLength: TailForge.pageLength)
    tail = TailWriter(
      pool, session: TailFormat.session(LogScript.session), after: .initial, timing: .exact,
      handOver: handOver)
  }

  /// The tail's bytes now.
  func bytes() throws -> [UInt8] { try folder.read("tail") }

  private func names() -> ChunkDraft.Names {
    .init(
      shapes: rows.shapes, types: [ActionType(name: "Count")], storeSets: [[0]], timing: .exact)
  }

  /// Writes so many actions; the stores are still at work on the last one if it is `isOpen`.
  func act(_ number: Int, isOpen: Bool = false) throws {
    for left in (0..<number).reversed() {
      step = step.next
      try append(rows.encode(Int(step.number)))
      if left > 0 || !isOpen { settle() }
    }
  }

  /// Writes an action with a text of so many bytes, on which the stores are still at work if it is `isOpen`.
  func actLong(_ length: Int, isOpen: Bool = false) throws {
    step = step.next
    try append(rows.encode("\(step) " + String(repeating: "long ", count: length / 5)))
    if !isOpen { settle() }
  }

  private func append(_ shape: Int) throws {
    let moment = Moment(monotonic: Int64(step.number) * 1_000_000, wall: 0)
    let facts = ActionFacts(type: 0, shape: shape, moment: moment, cause: nil)
    try #require(
      tail.append(
        facts, at: step, row: rows.bytes.bytes, innerShapes: rows.innerShapes, names: names))
    count += 1
  }

  /// Writes a checkpoint with a text of so many bytes, and in front of it, if so, which stores there are.
  func checkpoint(_ length: Int, isStoreList: Bool = false) throws {
    var states = CheckpointDraft(step: step)
    let shape = try rows.encode(String(repeating: "state ", count: length / 6))
    states.append(shape: shape, row: rows.bytes.bytes)
    guard isStoreList else {
      try tail.append(states, names())
      return
    }
    let storeList = StoreList(
      step: step, stores: ["document", "guest"], registered: [0, 1], arrived: [1])
    try tail.append(storeList, states, names())
  }

  /// The stores are done with the last action, or with one that many actions before it.
  func settle(_ distance: Int = 0) {
    tail.setOutcome(of: count - 1 - distance, changed: 0, nanoseconds: 1, names: names)
  }

  func skip(_ number: Int) {
    let first = step.next
    step = Step(step.number + UInt64(number))
    tail.append(Gap(steps: first...step, reason: .paused))
  }

  /// Leaves out so many actions, for want of a page, and says so behind the last one.
  func leaveOut(_ number: Int, _ reason: GapReason = .overrun) {
    step = Step(step.number + UInt64(number))
    tail.noteDropped(through: step, reason)
  }

  /// Goes on from an earlier step.
  func resume(from origin: Step) { tail.append(Resumption(after: step, from: origin)) }

  func note(_ text: String) {
    tail.append(Note(step: step, moment: Moment(monotonic: 0, wall: 0), text: text))
  }

  func endPage() { tail.finishPage() }

  /// What a process leaves that was killed now, when the log had so many frames of the tail.
  func crash(flushing flushed: Int) throws -> TailCrash {
    let bytes = try bytes()
    let frames = TailReading(bytes, pageLength: TailForge.pageLength)
      .frames(of: TailFormat.session(LogScript.session), after: nil, step: .initial).flushed
    return TailCrash(
      log: try Self.firstFrame() + frames.prefix(flushed).flatMap(\.bytes.array), tail: bytes,
      frameCount: frames.count)
  }

  /// What the log has before anything is recorded.
  static func firstFrame() throws -> [UInt8] {
    let start = try LogScript.chunks(0)
    return Array(start[..<(try LogFrames(start).starts[1])])
  }
}

/// A log and the tail beside it.
struct TailCrash {
  var log: [UInt8]
  var tail: [UInt8]
  /// How many frames the whole tail makes.
  let frameCount: Int

  /// Destroys a byte of a page, counted from 0.
  mutating func damage(page: Int, at offset: Int) {
    tail[page * TailForge.pageLength + offset] ^= 0x41
  }

  /// Destroys the last byte of the last record of a page, of which only its progress tells the end.
  mutating func damageLastRecord(ofPage page: Int) {
    damage(page: page, at: end(ofPage: page) - 1)
  }

  /// Where the last record of a page ends, as it says itself.
  func end(ofPage page: Int) -> Int {
    let start = page * TailForge.pageLength
    return Int(tail[start + 40]) | Int(tail[start + 41]) << 8
  }

  /// Takes a page away, as one that was given back.
  mutating func clear(page: Int) {
    for byte in 0..<8 { tail[page * TailForge.pageLength + byte] = ~Array("PLYDTL05".utf8)[byte] }
  }

  func frames() throws -> TailFrames {
    let log = try LogReader(bytes: log, name: "log")
    return TailReading(tail, pageLength: TailForge.pageLength)
      .frames(
        of: TailFormat.session(LogScript.session), after: log.lastFlushMark, step: log.lastStepOfAll
      )
  }

  /// The log with what the tail has behind it, and what the tail has lost.
  func read() throws -> (log: LogReader, losses: [TailFrames.Loss]) {
    let found = try frames()
    let bytes = log + found.flushed.flatMap(\.bytes.array)
    return (try LogReader(bytes: bytes, name: "log"), found.losses)
  }

  /// Opens both as the files that they are. The pages become as long as those of a recorder.
  func open(in folder: Folder) throws -> LogReader {
    var long: [UInt8] = []
    for start in stride(from: 0, to: tail.count, by: TailForge.pageLength) {
      let page = Array(tail[start..<start + TailForge.pageLength])
      long += page + [UInt8](repeating: 0, count: TailFormat.pageLength - page.count)
    }
    _ = try folder.write(long, as: "log.tail")
    return try LogReader(path: folder.write(log, as: "log"))
  }
}
