import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog

/// Writes a little log, action by action, and gives its bytes.
final class LogScript {
  static let session = UUID(uuid: (7, 1, 7, 1, 7, 1, 7, 1, 7, 1, 7, 1, 7, 1, 7, 1))

  private let folder: Folder
  private let writer: LogWriter
  private let timing: Timing
  private let rows = RowEncoding()
  private var types: [ActionType] = []
  private var storeSets: [[Int]] = []
  private var draft: ChunkDraft
  private(set) var step: Step
  /// The stores that there have been.
  private var names: [String]

  init(
    session: UUID = LogScript.session, app: String = "demo", stores: [String] = ["document"],
    states: [any Encodable] = ["hello"], timing: Timing = .exact,
    after start: Step = .initial
  ) throws {
    folder = try Folder()
    self.timing = timing
    names = stores
    let header = LogHeader(
      session: session, app: app, build: "1.0", start: Moment(monotonic: 0, wall: 1_000_000_000),
      locale: "en_GB", timeZone: "UTC", stores: stores)
    let checkpoint = try Self.checkpoint(of: states, at: start, rows)
    (step, draft) = (start, ChunkDraft(firstStep: start.next))
    writer = try LogWriter(
      SystemDisk().createLog(folder.path("log"), like: nil), header: header, checkpoint: checkpoint,
      shapes: rows.shapes, isSynced: false, on: SystemDisk())
  }

  @discardableResult func act(
    _ action: some Encodable, as name: String = "Insert", version: Int = 1,
    at moment: Moment? = nil,
    cause: Step? = nil, changed: [Int]? = [0], nanoseconds: Int64 = 0, draws: [any Encodable] = []
  ) throws -> Step {
    step = step.next
    let shape = try rows.encode(action)
    let now = moment ?? Moment(monotonic: Int64(step.number) * 1_000_000, wall: 0)
    let type = number(of: ActionType(name: name, version: version), in: &types)
    draft.append(
      ActionFacts(type: type, shape: shape, moment: now, cause: cause), row: rows.bytes.bytes)
    for draw in draws {
      let shape = try rows.encode(draw)
      draft.appendDraw(of: draft.count - 1, shape: shape, row: rows.bytes.bytes)
    }
    if let changed {
      draft.setOutcome(
        of: draft.count - 1, changed: number(of: changed, in: &storeSets), nanoseconds: nanoseconds)
    }
    return step
  }

  func endChunk() throws {
    try writer.write(
      draft,
      .init(shapes: rows.shapes, types: types, storeSets: storeSets, timing: timing))
    draft = ChunkDraft(firstStep: step.next)
  }

  /// Goes on from an earlier step.
  func resume(from origin: Step) throws {
    try endChunk()
    writer.resume(Resumption(after: step, from: origin))
  }

  func note(_ text: String) {
    writer.add(Note(step: step, moment: .init(monotonic: 5, wall: 6), text: text))
  }

  func digest(_ numbers: UInt64...) {
    writer.add(StateDigests(step: step, stores: numbers.map { Digest($0) }))
  }

  /// Leaves out `count` steps, and goes on from `states`.
  func skip(_ count: UInt64, _ reason: GapReason = .paused, to states: [any Encodable]) throws {
    try endChunk()
    let first = step.next
    step = Step(step.number + count)
    writer.add(Gap(steps: first...step, reason: reason, detail: "detail"))
    try writer.write(try Self.checkpoint(of: states, at: step, rows), shapes: rows.shapes)
    draft = ChunkDraft(firstStep: step.next)
  }

  /// Goes on with other stores, none of which is new.
  func change(to stores: [String], _ registered: [Int]) throws {
    try change(to: stores, registered, arriving: [], [])
  }

  /// Goes on with other stores, of which those that are new come with `states`.
  func change(to stores: [String], _ registered: [Int], arriving states: [any Encodable]) throws {
    try change(to: stores, registered, arriving: Array(names.count..<stores.count), states)
  }

  /// Other stores of known names come with states of their own; all that there have been handle actions.
  func replace(_ numbers: [Int], with states: [any Encodable]) throws {
    try change(to: names, Array(names.indices), arriving: numbers, states)
  }

  private func change(
    to stores: [String], _ registered: [Int], arriving arrived: [Int], _ states: [any Encodable]
  ) throws {
    names = stores
    let storeList = StoreList(step: step, stores: stores, registered: registered, arrived: arrived)
    try writer.add(
      storeList, try Self.checkpoint(of: states, at: step, rows), shapes: rows.shapes)
  }

  /// Writes a checkpoint of this step, with what waits.
  func checkpoint(_ states: [any Encodable]) throws {
    try writer.write(try Self.checkpoint(of: states, at: step, rows), shapes: rows.shapes)
  }

  /// The file so far.
  func bytes() throws -> [UInt8] { try folder.read("log") }

  func close() throws -> [UInt8] {
    try endChunk()
    try writer.close(at: step, Moment(monotonic: 9_000_000, wall: 9))
    return try bytes()
  }

  private func number<T: Equatable>(of thing: T, in all: inout [T]) -> Int {
    if let known = all.firstIndex(of: thing) { return known }
    all.append(thing)
    return all.count - 1
  }

  private static func checkpoint(
    of states: [any Encodable], at step: Step, _ rows: RowEncoding
  ) throws -> CheckpointDraft {
    var checkpoint = CheckpointDraft(step: step)
    for state in states {
      let shape = try rows.encode(state)
      checkpoint.append(shape: shape, row: rows.bytes.bytes)
    }
    return checkpoint
  }
}

extension LogScript {
  /// Three chunks, a gap, notes, digests, draws, causes, lists and sets: a little of everything.
  static func sampler() throws -> [UInt8] {
    let script = try LogScript(stores: ["document", "caret"], states: ["hello", 3])
    try script.act(Insert(position: 5, text: "!"), changed: [0, 1], nanoseconds: 70_001)
    try script.act(["a": Set([1, 2])], as: "Tags", cause: 1, changed: [])
    try script.endChunk()
    script.note("a bug")
    script.digest(1, 2)
    try script.act(Insert(), at: Moment(monotonic: 9_000_000, wall: -5_000_000), draws: [UInt64(7)])
    try script.skip(2, to: ["again", 4])
    try script.act(Insert(position: 1, text: "x"), cause: 3, changed: [1])
    try script.act(Empty(), as: "Blur", changed: nil)
    return try script.close()
  }

  /// A log in which stores come and go.
  static func changingStores() throws -> [UInt8] {
    let script = try LogScript(stores: ["a", "b"], states: [1, "two"])
    try script.act(Insert(), changed: [1])
    try script.change(to: ["a", "b", "c"], [2, 0], arriving: [["x": [1, 2]]])
    try script.act(Insert(position: -3), changed: [0, 2])
    try script.endChunk()
    try script.resume(from: 1)
    try script.act(Insert())
    try script.replace([1], with: [Everything()])
    try script.act(Everything(), as: "All", changed: nil)
    return try script.close()
  }
}
