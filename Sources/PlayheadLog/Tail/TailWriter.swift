import PlayheadCoding

/// Fills pages with what is recorded, and hands over full pages. Not safe for use from several threads at once.
///
/// What was written to a mapped page survives the process. Unchecked properties: only one thread uses them, and no access
/// lasts while other code runs.
package final class TailWriter {
  let pool: PagePool
  let session: UInt64
  let timing: Timing
  private let handOver: (TailPage) -> Void
  /// Whether a page is synchronized before it is left, with what stands behind its last action.
  package var syncsPages = false
  /// The page that is being filled, and where; nil if none was free.
  var page: TailPage?
  @exclusivity(unchecked) var cursor: PageCursor?
  /// The page that was handed over last.
  private var last: TailPage?
  /// The number of the page that is being filled, or will be next.
  @exclusivity(unchecked) package internal(set) var number: UInt64
  /// The number of shapes that the page defines: all of them, as rows refer to the shapes of nested values.
  @exclusivity(unchecked) var shapes = 0
  /// In which page a type or set was defined last, by its number.
  @exclusivity(unchecked) var types: [UInt64] = []
  @exclusivity(unchecked) var storeSets: [UInt64] = []
  @exclusivity(unchecked) var lastStep: Step
  @exclusivity(unchecked) var lastTick: Int64 = 0
  @exclusivity(unchecked) var offset: Int64?
  /// Whether the next action is behind a chain, and has to have its step: the chain may be lost.
  @exclusivity(unchecked) var isBehindChain = false
  @exclusivity(unchecked) private var writtenCount = 0
  @exclusivity(unchecked) private var openCount = 0
  /// The result of replacing a deleted tail, until it is noted.
  @exclusivity(unchecked) package var renewal: PagePool.Renewal?
  var scratch = ByteBuffer()
  /// Which page was synchronized last, and up to where.
  private var synced: (page: UInt64, end: Int) = (0, 0)
  /// Whether the last time failed, and so earlier pages may not be on the disk.
  private var isDoubtful = false

  /// `number` is the number of the first page, `step` the last step before it; `handOver` takes full pages.
  package init(
    _ pool: PagePool, session: UInt64, number: UInt64 = 1, after step: Step, timing: Timing,
    handOver: @escaping (TailPage) -> Void
  ) {
    self.pool = pool
    self.session = session
    self.number = number
    self.timing = timing
    self.handOver = handOver
    lastStep = step
  }

  /// Whether the page has as many actions as a chunk is to have.
  @inline(__always)
  package var isFull: Bool { (cursor?.actions ?? 0) >= LogFormat.chunkActions }

  // Another module checks its accesses to stored properties, whatever is said here; it does not where it calls
  // these.

  /// How many actions were written so far.
  @inline(__always)
  package var count: Int { writtenCount }

  /// How many of them have no outcome yet.
  @inline(__always)
  package var open: Int { openCount }

  /// Whether a deleted tail was replaced, or could not be, and that is not noted yet.
  @inline(__always)
  package var hasRenewal: Bool { renewal != nil }

  /// Notes that actions up to `step` are left out, in case the app ends before there is room for a gap.
  package func noteLeftOut(through step: Step, _ reason: GapReason) {
    if let last { pool.noteLeftOut(behind: last, through: step, reason) }
  }

  /// Hands over what was written so far.
  package func finishPage() {
    guard let full = page, let cursor, cursor.end > TailFormat.headerLength else { return }
    // A failure is repeated with the next action, and reported then.
    if syncsPages { try? sync() }
    full.finish(cursor)
    // The next one may be of another table of shapes.
    (page, self.cursor, shapes, last) = (nil, nil, 0, full)
    number += 1
    handOver(full)
  }

  /// Waits until everything written so far would survive a loss of power, including what an earlier attempt failed to
  /// write.
  package func sync() throws {
    guard let page, let cursor else { return }
    if isDoubtful {
      try pool.sync()
    } else {
      isDoubtful = true
      // The header, too, if the page is new, and the chain that ends in it.
      let start = synced.page == number ? synced.end : 0
      try page.sync(start..<cursor.end)
      if start == 0 { for page in page.chained.reversed() { try page.sync() } }
    }
    (synced, isDoubtful) = ((number, cursor.end), false)
  }

  // MARK: Actions

  /// Writes an action, before anyone sees it. False if there is no room: the disk is too slow.
  ///
  /// - Parameters:
  ///   - shapeCount: How many shapes there are.
  ///   - names: What the numbers stand for; asked only for what the page does not know.
  @inline(__always)
  package func append(
    _ facts: ActionFacts, at step: Step, row: UnsafeRawBufferPointer, shapeCount: Int,
    names: () -> ChunkDraft.Names
  ) -> Bool {
    guard
      shapeCount == shapes && isDefined(facts.type, in: types)
        && hasRoom(TailFormat.actionHeadLength + row.count)
    else { return appendElsewhere(facts, step, row, names()) }
    write(facts, step, row)
    return true
  }

  @inline(__always)
  func isDefined(_ thing: Int, in pages: [UInt64]) -> Bool {
    thing < pages.count && pages[thing] == number
  }

  @inline(__always)
  func hasRoom(_ bodyLength: Int) -> Bool {
    bodyLength + TailFormat.recordHeaderLength <= cursor?.room ?? 0
  }

  private func write(_ facts: ActionFacts, _ step: Step, _ row: UnsafeRawBufferPointer) {
    guard var body = cursor?.body else { return }
    put(facts, step, to: &body)
    body.put(row)
    cursor?.commit(body, isAction: true)
    (lastStep, lastTick, isBehindChain) = (step, facts.moment.monotonic / LogFormat.timeUnit, false)
    (writtenCount, openCount) = (count + 1, open + 1)
  }

  /// Writes an action into another page, or behind what the page does not know yet.
  @inline(never)
  private func appendElsewhere(
    _ facts: ActionFacts, _ step: Step, _ row: UnsafeRawBufferPointer, _ names: ChunkDraft.Names
  ) -> Bool {
    let length = TailFormat.actionHeadLength + row.count
    switch makeRoom(length, defining: [.type(facts.type)], names) {
    case .page:
      write(facts, step, row)
      return true
    case .chain(let definitions):
      scratch.removeAll()
      withUnsafeTemporaryAllocation(byteCount: TailFormat.actionHeadLength, alignment: 8) {
        guard let start = $0.baseAddress else { return }
        var head = PageWriter(start)
        put(facts, step, to: &head)
        scratch.append(UnsafeRawBufferPointer(start: start, count: head.count))
      }
      scratch.append(row)
      guard putChain(definitions, isAction: true) else { return false }
      (lastStep, writtenCount, openCount) = (step, count + 1, open + 1)
      return true
    case nil: return false
    }
  }

  /// Writes what an action's record has in front of its row.
  @inline(__always)
  private func put(_ facts: ActionFacts, _ step: Step, to body: inout PageWriter) {
    let tick = facts.moment.monotonic / LogFormat.timeUnit
    let wall = facts.moment.wall &- tick &* LogFormat.timeUnit
    var flags: ActionFlags = []
    if step.number != lastStep.number &+ 1 || isBehindChain { flags.insert(.step) }
    if hasMoved(wall) { flags.insert(.wall) }
    if facts.cause != nil { flags.insert(.cause) }
    body.put(PageRecordKind.action.rawValue)
    body.put(flags.rawValue)
    if flags.contains(.step) { body.put(varint: step.number) }
    body.put(varint: UInt64(facts.type))
    body.put(varint: UInt64(facts.shape))
    body.put(zigzag: tick &- lastTick)
    if flags.contains(.wall) {
      body.put(zigzag: wall)
      offset = wall
    }
    if let cause = facts.cause { body.put(varint: step.number &- cause.number) }
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
    let (distance, nanoseconds) = (UInt64(count - 1 - index), UInt64(max(nanoseconds, 0)))
    if isDefined(changed, in: storeSets), hasRoom(TailFormat.outcomeLength),
      var body = cursor?.body
    {
      body.put(PageRecordKind.outcome.rawValue)
      body.put(varint: distance)
      body.put(varint: UInt64(changed))
      body.put(varint: nanoseconds)
      cursor?.commit(body)
    } else {
      setOutcomeElsewhere(distance, changed, nanoseconds, names())
    }
    openCount -= 1
  }
}
