import PlayheadCoding

/// Turns the records of sheets into frames, one sheet after the other.
///
/// The same sheets always give the same frames: so whoever recovers a tail, or only reads it, gets
/// what the recording itself would have written. Not safe for use from several threads at once.
package final class SheetSealer {
  private let write: (Frame) throws -> Void
  /// The last frame that was written, or was in the log already.
  package private(set) var mark: SealMark?
  private let waiting = FrameDraft()
  private var draft: ChunkDraft?
  private var names = ChunkDraft.Names(shapes: [], types: [], storeSets: [], timing: .coarse)
  private var numbers = SheetNumbers()
  /// The moment of the last action, as its record refers to it.
  private var lastTick: Int64 = 0
  private var offset: Int64 = 0
  /// The last step of the records so far.
  package private(set) var lastStep = Step.initial
  private var session: UInt64 = 0
  private var number: UInt64 = 0
  private var part: UInt64 = 0
  /// How many shapes the sheet has defined so far.
  private var shapes = 0

  /// - Parameters:
  ///   - mark: The last frame that the log has already; those up to it are not written again.
  ///   - write: Takes each frame.
  package init(after mark: SealMark? = nil, write: @escaping (Frame) throws -> Void) {
    self.mark = mark
    self.write = write
  }

  /// Keeps digests for the next frame.
  package func add(_ digests: StateDigests) { waiting.add(digests) }

  /// Writes the frames of a sheet, but for the actions of one that is still being handled: those go
  /// into a frame with the next sheet's.
  ///
  /// - Returns: Whether all of it, and of the sheets before, was written.
  package func take(_ sheet: Sheet) throws -> Bool {
    guard let header = SheetHeader(sheet.bytes) else { return true }
    var records = SheetRecords(sheet.bytes, seed: header.seed)
    try take(&records, of: header)
    return try endSheet()
  }

  /// Takes in all whole records of a sheet.
  func take(_ records: inout SheetRecords, of header: SheetHeader) throws {
    (session, number) = (header.session, header.number)
    (part, lastTick, shapes) = (0, 0, 0)
    // Also backwards: a sheet that could not be written is taken again.
    lastStep = header.step
    names.timing = header.timing
    while let body = records.next() { try take(body) }
  }

  /// Ends a sheet: what no outcome is missing for is written.
  func endSheet() throws -> Bool {
    guard draft?.isOpen != true else { return false }
    try finish()
    return true
  }

  /// Writes everything that is left, whether it was handled or not.
  package func finish() throws {
    if draft != nil { try writeChunk() } else if !waiting.isEmpty { try writeWaiting() }
    numbers = SheetNumbers()
    (names.shapes, names.types, names.storeSets) = ([], [], [])
  }

  /// Writes what stands beside the actions, unless one of them is still being handled.
  package func flush() throws {
    if draft == nil, !waiting.isEmpty { try writeWaiting() }
  }

  /// Writes everything that is left, and that the recording ended.
  package func end(at step: Step, _ moment: Moment) throws {
    if draft != nil { try writeChunk() }
    waiting.add(RecordingEnd(step: step, moment: moment))
    try write(waiting.frame())
  }

  /// Forgets what was not written, to be given the same sheets again.
  package func restart() {
    waiting.removeAll()
    draft = nil
    numbers = SheetNumbers()
    (names.shapes, names.types, names.storeSets) = ([], [], [])
  }
}

// MARK: - Records

extension SheetSealer {
  private func take(_ body: UnsafeRawBufferPointer) throws {
    var reader = ByteReader(body)
    let content = UnsafeRawBufferPointer(rebasing: body.dropFirst())
    switch SheetRecordKind(rawValue: try reader.byte()) {
    case .shape: try takeShape(&reader)
    case .type: try takeType(&reader)
    case .storeSet: try takeStoreSet(&reader)
    case .action: try takeAction(&reader)
    case .draw: try takeDraw(&reader)
    case .outcome: try takeOutcome(&reader)
    case .note: waiting.add(try Note(from: content))
    case .digests: waiting.add(try StateDigests(from: content))
    case .gap: try takeGap(content)
    case .roster: try takeRoster(&reader)
    case .checkpoint: try takeCheckpoint(&reader)
    // A later version's.
    case nil: break
    }
  }

  private func takeAction(_ reader: inout ByteReader) throws {
    let flags = ActionFlags(rawValue: try reader.byte())
    let step = flags.contains(.step) ? Step(try reader.varint()) : lastStep.next
    guard step > lastStep, step.number < LogFormat.stepLimit else {
      throw ByteFault.malformed("an action's step", at: reader.position)
    }
    let type = try numbers.type(try reader.varint())
    let shape = try shape(try reader.varint())
    lastTick &+= try reader.zigzag()
    if flags.contains(.wall) { offset = try reader.zigzag() }
    let cause = flags.contains(.cause) ? Step(step.number &- (try reader.varint())) : nil
    let monotonic = lastTick &* LogFormat.timeUnit
    let facts = ActionFacts(
      type: type, shape: shape, moment: Moment(monotonic: monotonic, wall: monotonic &+ offset),
      cause: cause)
    // A chunk has no gaps.
    if step != lastStep.next, draft != nil { try writeChunk() }
    lastStep = step
    let draft = self.draft ?? ChunkDraft(firstStep: step)
    self.draft = draft
    draft.append(facts, row: try reader.take(reader.remaining))
  }

  private func takeDraw(_ reader: inout ByteReader) throws {
    guard let (draft, index) = try action(&reader) else { return }
    let shape = try shape(try reader.varint())
    draft.appendDraw(of: index, shape: shape, row: try reader.take(reader.remaining))
  }

  private func takeOutcome(_ reader: inout ByteReader) throws {
    guard let (draft, index) = try action(&reader) else { return }
    let set = try numbers.storeSet(try reader.varint())
    let nanoseconds = Int64(clamping: try reader.varint())
    guard !draft.isSettled(index) else {
      throw ByteFault.malformed("an outcome", at: reader.position)
    }
    draft.setOutcome(of: index, changed: set, nanoseconds: nanoseconds)
  }

  /// The action that a record is about: so many before the last one. Nil if it was lost.
  private func action(_ reader: inout ByteReader) throws(ByteFault) -> (ChunkDraft, Int)? {
    let distance = try reader.varint()
    guard let draft, distance < UInt64(draft.count) else { return nil }
    return (draft, draft.count - 1 - Int(distance))
  }

  private func takeGap(_ body: UnsafeRawBufferPointer) throws {
    if draft != nil { try writeChunk() }
    let gap = try Gap(from: body)
    lastStep = max(lastStep, gap.steps.upperBound)
    waiting.add(gap)
  }

  private func takeRoster(_ reader: inout ByteReader) throws {
    let roster = try Roster(from: &reader)
    let states = try takeStates(at: roster.step, &reader)
    guard states.count == roster.arrived.count else {
      throw ByteFault.malformed("a roster's states", at: reader.position)
    }
    try waiting.add(roster, states, shapes: names.shapes)
    if waiting.isLarge, draft == nil { try writeWaiting() }
  }

  private func takeCheckpoint(_ reader: inout ByteReader) throws {
    if draft != nil { try writeChunk() }
    let step = Step(try reader.varint())
    let states = try takeStates(at: step, &reader)
    try waiting.add(states, shapes: names.shapes)
    try writeWaiting()
  }

  private func takeStates(
    at step: Step, _ reader: inout ByteReader
  ) throws(ByteFault) -> CheckpointDraft {
    var states = CheckpointDraft(step: step)
    for _ in 0..<(try reader.count(of: 3)) {
      let shape = try shape(try reader.varint())
      let version = Int(clamping: try reader.zigzag())
      states.append(shape: shape, row: try reader.sized(), version: version)
    }
    return states
  }

  // MARK: Frames

  private func writeChunk() throws {
    guard let draft else { return }
    self.draft = nil
    let mark = nextMark()
    try write(try waiting.frame(of: draft, names, mark: mark), mark)
  }

  private func writeWaiting() throws {
    let mark = nextMark()
    waiting.add(mark)
    try write(waiting.frame(), mark)
  }

  private func nextMark() -> SealMark {
    defer { part += 1 }
    return SealMark(
      sheet: number, part: part, session: UInt32(truncatingIfNeeded: session))
  }

  private func write(_ frame: Frame, _ next: SealMark) throws {
    if let mark, next <= mark { return }
    try write(frame)
    mark = next
  }
}

// MARK: - Definitions

/// What the numbers in sheets stand for: places in the names of the chunk that is being made.
private struct SheetNumbers {
  private var types: [UInt64: Int] = [:]
  private var storeSets: [UInt64: Int] = [:]

  func type(_ number: UInt64) throws(ByteFault) -> Int {
    guard let place = types[number] else { throw ByteFault.malformed("a type's number", at: 0) }
    return place
  }

  func storeSet(_ number: UInt64) throws(ByteFault) -> Int {
    guard let place = storeSets[number] else {
      throw ByteFault.malformed("the number of a set of stores", at: 0)
    }
    return place
  }

  mutating func define(type number: UInt64, as place: Int) { types[number] = place }

  mutating func define(storeSet number: UInt64, as place: Int) { storeSets[number] = place }
}

extension SheetSealer {
  /// A sheet defines all shapes from the first on, because rows refer to each other's; one that
  /// continues another repeats the same ones.
  private func takeShape(_ reader: inout ByteReader) throws {
    let shape = try Shape.read(from: &reader)
    defer { shapes += 1 }
    guard shapes < names.shapes.count else { return names.shapes.append(shape) }
    guard names.shapes[shapes].entries == shape.entries else {
      throw ByteFault.malformed("a shape that another sheet has, too,", at: 0)
    }
  }

  private func shape(_ number: UInt64) throws(ByteFault) -> Int {
    guard number < UInt64(names.shapes.count) else {
      throw ByteFault.malformed("a shape's number", at: 0)
    }
    return Int(number)
  }

  private func takeType(_ reader: inout ByteReader) throws {
    let number = try reader.varint()
    let type = try ActionType(from: &reader)
    numbers.define(type: number, as: Self.place(of: type, in: &names.types))
  }

  private func takeStoreSet(_ reader: inout ByteReader) throws {
    let number = try reader.varint()
    var stores: [Int] = []
    while !reader.isAtEnd { stores.append(Int(clamping: try reader.varint())) }
    numbers.define(storeSet: number, as: Self.place(of: stores, in: &names.storeSets))
  }

  private static func place<Thing: Equatable>(of thing: Thing, in known: inout [Thing]) -> Int {
    if let place = known.firstIndex(of: thing) { return place }
    known.append(thing)
    return known.count - 1
  }
}
