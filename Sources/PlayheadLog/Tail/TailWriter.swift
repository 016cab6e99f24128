import PlayheadCoding

/// Fills pages with records, and hands over full pages. Not thread-safe.
///
/// Records in a mapped page survive the process. Unchecked properties: only one thread uses them, and no
/// access lasts while other code runs.
package final class TailWriter {
  let pool: PagePool
  let session: UInt64
  let timing: Timing
  private let handOver: (TailPage) -> Void
  /// Whether a page is synchronized before it is left, including the records after its last action.
  package var syncsPages = false
  /// The page that is being filled, and the place in it; `nil` if none was free.
  var page: TailPage?
  @exclusivity(unchecked) var cursor: PageCursor?
  /// The last page that was handed over.
  private var last: TailPage?
  /// The number of the page that is being filled, or of the next one.
  @exclusivity(unchecked) package internal(set) var number: UInt64
  /// The page in which a shape, type or set was last defined, by its number.
  @exclusivity(unchecked) var shapes = DefinedNumbers()
  @exclusivity(unchecked) var types = DefinedNumbers()
  @exclusivity(unchecked) var storeSets = DefinedNumbers()
  @exclusivity(unchecked) var lastStep: Step
  @exclusivity(unchecked) var lastTick: Int64 = 0
  @exclusivity(unchecked) var offset: Int64?
  /// Whether the next action follows a chain and must have its step, because the chain may be lost.
  @exclusivity(unchecked) var followsChain = false
  @exclusivity(unchecked) private var writtenCount = 0
  @exclusivity(unchecked) private var openCount = 0
  var scratch = ByteBuffer()
  /// The last synchronized page, and the end of its synchronized part.
  private var synced: (page: UInt64, end: Int) = (0, 0)
  /// Whether the last attempt failed, so that earlier pages may not be on the disk.
  private var lastSyncFailed = false

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

  /// Forgets the shapes before a number, which no later record uses.
  package func forgetShapes(before number: Int) { shapes = DefinedNumbers(first: number) }

  /// Whether the page has the actions of a full chunk.
  @inline(__always)
  package var isFull: Bool { (cursor?.actions ?? 0) >= LogFormat.chunkActions }

  // Other modules check accesses to stored properties even if these are unchecked, but not calls of the
  // computed properties below.

  /// The number of actions written so far.
  @inline(__always)
  package var count: Int { writtenCount }

  /// The number of actions without an outcome.
  @inline(__always)
  package var open: Int { openCount }

  /// Notes that actions up to `step` are left out, in case the app ends before there is room for a gap.
  package func noteDropped(through step: Step, _ reason: GapReason) {
    if let last { pool.noteDropped(after: last, through: step, reason) }
  }

  /// Hands over the records written so far.
  package func finishPage() {
    guard let full = page, let cursor, cursor.end > TailFormat.headerLength else { return }
    // A failure repeats with the next action, and is reported then.
    if syncsPages { try? sync() }
    full.finish(cursor)
    (page, self.cursor, last) = (nil, nil, full)
    number += 1
    handOver(full)
  }

  /// Waits until everything written so far would survive a loss of power, including what an earlier attempt
  /// failed to write.
  package func sync() throws {
    guard let page, let cursor else { return }
    if lastSyncFailed {
      try pool.sync()
    } else {
      lastSyncFailed = true
      // Includes the header if the page is new, and the chain that ends in the page.
      let start = synced.page == number ? synced.end : 0
      try page.sync(start..<cursor.end)
      if start == 0 { for page in page.chained.reversed() { try page.sync() } }
    }
    (synced, lastSyncFailed) = ((number, cursor.end), false)
  }

  // MARK: Actions

  /// Writes an action, before any store sees it. Returns false if there is no room because the disk is too
  /// slow.
  ///
  /// - Parameters:
  ///   - innerShapes: The shapes of the rows within the row.
  ///   - names: The names of the numbers; called only if the page lacks a definition.
  @inline(__always)
  package func append(
    _ facts: ActionFacts, at step: Step, row: UnsafeRawBufferPointer, innerShapes: [Int],
    names: () -> ChunkDraft.Names
  ) -> Bool {
    guard
      shapes.isDefined(facts.shape, in: number) && types.isDefined(facts.type, in: number)
        && (innerShapes.isEmpty || areDefined(innerShapes))
        && hasRoom(TailFormat.actionHeadLength + row.count)
    else { return appendElsewhere(facts, step, row, innerShapes, names()) }
    write(facts, step, row)
    return true
  }

  private func areDefined(_ shapes: [Int]) -> Bool {
    shapes.allSatisfy { self.shapes.isDefined($0, in: number) }
  }

  @inline(__always)
  func hasRoom(_ bodyLength: Int) -> Bool {
    bodyLength + TailFormat.recordHeaderLength <= cursor?.room ?? 0
  }

  private func write(_ facts: ActionFacts, _ step: Step, _ row: UnsafeRawBufferPointer) {
    guard var body = cursor?.body else { return }
    writeHead(facts, step, to: &body)
    body.append(row)
    cursor?.commit(body, isAction: true)
    (lastStep, lastTick, followsChain) = (step, facts.moment.monotonic / LogFormat.timeUnit, false)
    (writtenCount, openCount) = (count + 1, open + 1)
  }

  /// Writes an action into another page, or after new definitions.
  @inline(never)
  private func appendElsewhere(
    _ facts: ActionFacts, _ step: Step, _ row: UnsafeRawBufferPointer, _ innerShapes: [Int],
    _ names: ChunkDraft.Names
  ) -> Bool {
    let length = TailFormat.actionHeadLength + row.count
    let needed =
      ([facts.shape] + innerShapes.filter { $0 != facts.shape }).map(Definition.shape) + [
        .type(facts.type)
      ]
    switch makeRoom(length, defining: needed, names) {
    case .page:
      write(facts, step, row)
      return true
    case .chain(let definitions):
      scratch.removeAll()
      withUnsafeTemporaryAllocation(byteCount: TailFormat.actionHeadLength, alignment: 8) {
        guard let start = $0.baseAddress else { return }
        var head = PageWriter(start)
        writeHead(facts, step, to: &head)
        scratch.append(UnsafeRawBufferPointer(start: start, count: head.count))
      }
      scratch.append(row)
      guard writeChain(definitions, isAction: true) else { return false }
      (lastStep, writtenCount, openCount) = (step, count + 1, open + 1)
      return true
    case nil: return false
    }
  }

  /// Writes the part of an action's record before its row.
  @inline(__always)
  private func writeHead(_ facts: ActionFacts, _ step: Step, to body: inout PageWriter) {
    let tick = facts.moment.monotonic / LogFormat.timeUnit
    let wall = facts.moment.wall &- tick &* LogFormat.timeUnit
    var flags: ActionFlags = []
    if step.number != lastStep.number &+ 1 || followsChain { flags.insert(.step) }
    if hasMoved(wall) { flags.insert(.wall) }
    if facts.cause != nil { flags.insert(.cause) }
    body.append(PageRecordKind.action.rawValue)
    body.append(flags.rawValue)
    if flags.contains(.step) { body.append(varint: step.number) }
    body.append(varint: UInt64(facts.type))
    body.append(varint: UInt64(facts.shape))
    body.append(zigzag: tick &- lastTick)
    if flags.contains(.wall) {
      body.append(zigzag: wall)
      offset = wall
    }
    if let cause = facts.cause { body.append(varint: step.number &- cause.number) }
  }

  @inline(__always)
  private func hasMoved(_ wall: Int64) -> Bool {
    guard let offset else { return true }
    return (wall &- offset).magnitude >= ChunkDraft.clockStep
  }

  /// Writes the outcome of the `index`th action, counted from 0.
  @inline(__always)
  package func setOutcome(
    of index: Int, changed: Int, nanoseconds: Int64, names: () -> ChunkDraft.Names
  ) {
    let (distance, nanoseconds) = (UInt64(count - 1 - index), UInt64(max(nanoseconds, 0)))
    if storeSets.isDefined(changed, in: number), hasRoom(TailFormat.outcomeLength),
      var body = cursor?.body
    {
      body.append(PageRecordKind.outcome.rawValue)
      body.append(varint: distance)
      body.append(varint: UInt64(changed))
      body.append(varint: nanoseconds)
      cursor?.commit(body)
    } else {
      setOutcomeElsewhere(distance, changed, nanoseconds, names())
    }
    openCount -= 1
  }
}

/// The page in which each number was last defined.
struct DefinedNumbers {
  /// The lowest number that may still be used.
  private let first: Int
  private var pages: [UInt64] = []

  init(first: Int = 0) { self.first = first }

  @inline(__always)
  func isDefined(_ number: Int, in page: UInt64) -> Bool {
    pages.indices.contains(number - first) && pages[number - first] == page
  }

  mutating func define(_ number: Int, in page: UInt64) {
    while pages.count <= number - first { pages.append(0) }
    pages[number - first] = page
  }
}
