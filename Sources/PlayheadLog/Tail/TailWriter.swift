import PlayheadCoding

/// Fills sheets with what is recorded, and hands them over when they are full. Not safe for use from
/// several threads at once.
///
/// What was written is safe from the end of the process at once, if the pool's sheets are mapped.
/// Unchecked properties: one thread uses them, and no access lasts while other code runs.
package final class TailWriter {
  private let pool: SheetPool
  private let session: UInt64
  private let timing: Timing
  private let handOver: (Sheet) -> Void
  /// Whether a sheet is synchronised before it is left, with what stands behind its last action.
  package var syncsSheets = false
  /// The sheet that is being filled, and where; nil if none was free.
  private var sheet: Sheet?
  @exclusivity(unchecked) private var cursor: SheetCursor?
  /// The number of the sheet that is being filled, or will be next.
  @exclusivity(unchecked) private var number: UInt64
  /// So many shapes are defined in the sheet: all that there were. Rows refer to others than their own.
  @exclusivity(unchecked) private var shapes = 0
  /// In which sheet a type or set was defined last, by its number.
  @exclusivity(unchecked) private var types: [UInt64] = []
  @exclusivity(unchecked) private var storeSets: [UInt64] = []
  @exclusivity(unchecked) private var lastStep: Step
  @exclusivity(unchecked) private var lastTick: Int64 = 0
  @exclusivity(unchecked) private var offset: Int64?
  /// How many actions were written so far.
  @exclusivity(unchecked) package private(set) var count = 0
  /// How many of them have no outcome yet.
  @exclusivity(unchecked) package private(set) var open = 0
  private var scratch = ByteBuffer()
  /// Which sheet was synchronised last, and up to where.
  private var synced: (sheet: UInt64, end: Int) = (0, 0)

  /// - Parameters:
  ///   - number: The number of the first sheet.
  ///   - step: The last step before it.
  ///   - handOver: Takes a sheet that is full.
  package init(
    _ pool: SheetPool, session: UInt64, number: UInt64 = 1, after step: Step, timing: Timing,
    handOver: @escaping (Sheet) -> Void
  ) {
    self.pool = pool
    self.session = session
    self.number = number
    self.timing = timing
    self.handOver = handOver
    lastStep = step
  }

  /// Whether the sheet has as many actions as a chunk is to have.
  @inline(__always)
  package var isFull: Bool { (cursor?.actions ?? 0) >= LogFormat.chunkActions }

  /// Hands over what was written so far.
  package func finishSheet() {
    guard let full = sheet, let cursor, cursor.end > TailFormat.headerLength else { return }
    // What fails here is told when the next action is synchronised.
    if syncsSheets { try? sync() }
    full.finish(cursor)
    // The next one may be of another table of shapes.
    (sheet, self.cursor, shapes) = (nil, nil, 0)
    number += 1
    handOver(full)
  }

  /// Waits until everything written since the last time would survive a loss of power.
  package func sync() throws {
    guard let sheet, let cursor else { return }
    // The header, too, if the sheet is new.
    let start = synced.sheet == number ? synced.end : 0
    try sheet.sync(start..<cursor.end)
    synced = (number, cursor.end)
  }

  // MARK: Actions

  /// Writes an action, before anyone sees it. False if there is no room: the disk is too slow.
  ///
  /// - Parameters:
  ///   - shapeCount: How many shapes there are.
  ///   - names: What the numbers stand for; asked only for what the sheet does not know.
  @inline(__always)
  package func append(
    _ facts: ActionFacts, at step: Step, row: UnsafeRawBufferPointer, shapeCount: Int,
    names: () -> ChunkDraft.Names
  ) -> Bool {
    let length = TailFormat.actionHeadLength + row.count
    guard
      shapeCount == shapes && isDefined(facts.type, in: types) && hasRoom(length)
        || makeRoom(length, defining: [.type(facts.type)], names())
    else { return false }
    write(facts, step, row)
    return true
  }

  @inline(__always)
  private func isDefined(_ thing: Int, in sheets: [UInt64]) -> Bool {
    thing < sheets.count && sheets[thing] == number
  }

  @inline(__always)
  private func hasRoom(_ bodyLength: Int) -> Bool {
    bodyLength + TailFormat.recordHeaderLength <= cursor?.room ?? 0
  }

  private func write(_ facts: ActionFacts, _ step: Step, _ row: UnsafeRawBufferPointer) {
    guard var body = cursor?.body else { return }
    let tick = facts.moment.monotonic / LogFormat.timeUnit
    let wall = facts.moment.wall &- tick &* LogFormat.timeUnit
    var flags: ActionFlags = []
    if step.number != lastStep.number &+ 1 { flags.insert(.step) }
    if hasMoved(wall) { flags.insert(.wall) }
    if facts.cause != nil { flags.insert(.cause) }
    body.put(SheetRecordKind.action.rawValue)
    body.put(flags.rawValue)
    if flags.contains(.step) { body.put(varint: step.number) }
    body.put(varint: UInt64(facts.type))
    body.put(varint: UInt64(facts.shape))
    body.put(zigzag: tick &- lastTick)
    if flags.contains(.wall) { body.put(zigzag: wall) }
    if let cause = facts.cause { body.put(varint: step.number &- cause.number) }
    body.put(row)
    cursor?.commit(body, isAction: true)
    (lastStep, lastTick, count, open) = (step, tick, count + 1, open + 1)
    if flags.contains(.wall) { offset = wall }
  }

  @inline(__always)
  private func hasMoved(_ wall: Int64) -> Bool {
    guard let offset else { return true }
    return (wall &- offset).magnitude >= ChunkDraft.clockStep
  }

  /// Writes what came of the action that was the `index`th to be written, counted from 0.
  @inline(__always)
  package func setOutcome(
    of index: Int, changed: Int, nanoseconds: Int64, names: () -> ChunkDraft.Names
  ) {
    // Kind and three numbers.
    let length = 1 + 3 * 10
    if !(isDefined(changed, in: storeSets) && hasRoom(length)) {
      makeRoom(length, defining: [.storeSet(changed)], names(), isForced: true)
    }
    guard var body = cursor?.body else { return }
    body.put(SheetRecordKind.outcome.rawValue)
    body.put(varint: UInt64(count - 1 - index))
    body.put(varint: UInt64(changed))
    body.put(varint: UInt64(max(nanoseconds, 0)))
    cursor?.commit(body)
    open -= 1
  }

  /// Writes a value that a store took from outside while handling the `index`th action.
  package func appendDraw(
    of index: Int, shape: Int, row: UnsafeRawBufferPointer, names: () -> ChunkDraft.Names
  ) {
    scratch.removeAll()
    scratch.append(SheetRecordKind.draw.rawValue)
    scratch.append(varint: count - 1 - index)
    scratch.append(varint: shape)
    scratch.append(row)
    makeRoom(scratch.count, defining: [], names(), isForced: true)
    putScratch()
  }

  // MARK: What stands beside them

  /// Writes a note, wherever it finds room.
  package func append(_ note: Note) {
    append(.note) { note.encode(to: $0) }
  }

  /// Writes a gap, wherever it finds room.
  package func append(_ gap: Gap) {
    append(.gap) { gap.encode(to: $0) }
    lastStep = max(lastStep, gap.steps.upperBound)
  }

  /// Writes digests, wherever it finds room.
  package func append(_ digests: StateDigests) {
    append(.digests) { digests.encode(to: $0) }
  }

  private func append(_ kind: SheetRecordKind, _ fill: (ByteBuffer) -> Void) {
    scratch.removeAll()
    scratch.append(kind.rawValue)
    fill(scratch)
    makeRoom(scratch.count, defining: [], nil, isForced: true)
    putScratch()
  }

  /// Writes the state of every store.
  package func append(_ checkpoint: CheckpointDraft, _ names: ChunkDraft.Names) {
    scratch.removeAll()
    scratch.append(SheetRecordKind.checkpoint.rawValue)
    scratch.append(varint: checkpoint.step.number)
    append(states: checkpoint, names)
  }

  /// Writes which stores there are, and the states of those that arrived.
  package func append(
    _ roster: Roster, _ states: CheckpointDraft, _ names: ChunkDraft.Names
  ) {
    scratch.removeAll()
    scratch.append(SheetRecordKind.roster.rawValue)
    roster.encodeHead(knowing: 0, to: scratch)
    append(states: states, names)
  }

  private func append(states: CheckpointDraft, _ names: ChunkDraft.Names) {
    scratch.append(varint: states.count)
    states.forEachState { shape, version, row in
      scratch.append(varint: shape)
      scratch.append(zigzag: Int64(version))
      scratch.append(sized: row)
    }
    makeRoom(scratch.count, defining: [], names, isForced: true)
    putScratch()
  }

  /// Writes the record whose body is in `scratch`; there is room for it.
  private func putScratch() {
    guard var body = cursor?.body else { return }
    body.put(scratch.bytes)
    cursor?.commit(body)
    // A state's rows may be many megabytes.
    if scratch.count > TailFormat.sheetLength { scratch = ByteBuffer() }
  }
}

// MARK: - Room

extension TailWriter {
  /// What a number stands for in a sheet.
  private enum Definition {
    case shape(Int)
    case type(Int)
    case storeSet(Int)
  }

  /// Makes sure that the sheet has room for a record of `length` and knows what it refers to: all
  /// shapes, and what is `wanted`. That may take another sheet. False if none is free; `isForced`, one
  /// is made in plain memory.
  @discardableResult @inline(never)
  private func makeRoom(
    _ length: Int, defining wanted: [Definition], _ names: ChunkDraft.Names?,
    isForced: Bool = false
  ) -> Bool {
    let shapeCount = names?.shapes.count ?? shapes
    var definitions = (shapes..<shapeCount).map(Definition.shape) + wanted.filter { !isKnown($0) }
    var bodies = definitions.map { body(of: $0, names) }
    if !hasRoom(length, behind: bodies) {
      definitions = (0..<(names == nil ? 0 : shapeCount)).map(Definition.shape) + wanted
      bodies = definitions.map { body(of: $0, names) }
      let room = TailFormat.recordHeaderLength + length + Self.length(of: bodies)
      guard begin(room: room, isForced: isForced) else { return false }
    }
    for (definition, body) in zip(definitions, bodies) { put(body, defining: definition) }
    return true
  }

  private func hasRoom(_ length: Int, behind bodies: [[UInt8]]) -> Bool {
    hasRoom(length + Self.length(of: bodies))
  }

  private static func length(of bodies: [[UInt8]]) -> Int {
    bodies.reduce(0) { $0 + $1.count + TailFormat.recordHeaderLength }
  }

  /// Goes on with another sheet.
  private func begin(room: Int, isForced: Bool) -> Bool {
    leaveSheet()
    guard room < TailFormat.largestRecord || isForced else { return false }
    guard let next = pool.take(room) ?? (isForced ? Sheet(room: room) : nil) else { return false }
    cursor = next.begin(
      SheetHeader(
        session: session, number: number, step: lastStep, length: next.memory.count,
        timing: timing, continues: open > 0))
    (sheet, shapes, lastTick, offset) = (next, 0, 0, nil)
    return true
  }

  private func leaveSheet() {
    guard let sheet else { return }
    finishSheet()
    // Nothing was written into it.
    guard self.sheet != nil else { return }
    (self.sheet, cursor) = (nil, nil)
    pool.release(sheet)
  }

  private func isKnown(_ definition: Definition) -> Bool {
    switch definition {
    case .shape(let shape): shape < shapes
    case .type(let type): isDefined(type, in: types)
    case .storeSet(let set): isDefined(set, in: storeSets)
    }
  }

  private func put(_ body: [UInt8], defining definition: Definition) {
    guard var writer = cursor?.body else { return }
    body.withUnsafeBytes { writer.put($0) }
    cursor?.commit(writer)
    switch definition {
    case .shape(let shape): shapes = shape + 1
    case .type(let type): note(type, in: &types)
    case .storeSet(let set): note(set, in: &storeSets)
    }
  }

  private func note(_ thing: Int, in sheets: inout [UInt64]) {
    while sheets.count <= thing { sheets.append(0) }
    sheets[thing] = number
  }

  private func body(of definition: Definition, _ names: ChunkDraft.Names?) -> [UInt8] {
    guard let names else { return [] }
    let bytes = ByteBuffer()
    switch definition {
    case .shape(let number):
      bytes.append(SheetRecordKind.shape.rawValue)
      names.shapes[number].encode(to: bytes)
    case .type(let number):
      bytes.append(SheetRecordKind.type.rawValue)
      bytes.append(varint: number)
      names.types[number].encode(to: bytes)
    case .storeSet(let number):
      bytes.append(SheetRecordKind.storeSet.rawValue)
      bytes.append(varint: number)
      for store in names.storeSets[number] { bytes.append(varint: store) }
    }
    return bytes.array
  }
}

extension ActionType {
  /// Appends name and version.
  func encode(to bytes: ByteBuffer) {
    bytes.append(string: name)
    bytes.append(zigzag: Int64(version))
  }

  init(from reader: inout ByteReader) throws(ByteFault) {
    self.init(name: try reader.string(), version: Int(try reader.zigzag()))
  }
}
