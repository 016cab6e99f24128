import PlayheadCoding

/// Turns the records of pages into frames.
///
/// The same pages always give the same frames, so a reader of a tail gets the frames that the recorder would
/// have written. Not thread-safe.
package final class PageFlusher {
  private let write: (Frame) throws -> Void
  /// The last frame that was written, or was already in the log.
  package private(set) var mark: FlushMark?
  let waiting = FrameDraft()
  var draft: ChunkDraft?
  /// The names of the draft's numbers, but for the shapes.
  var names = ChunkDraft.Names(
    shapes: DecodingCore(shapes: []), types: [], storeSets: [], timing: .coarse)
  /// The places of the page's numbers among these names.
  var types: [UInt64: Int] = [:]
  var storeSets: [UInt64: Int] = [:]
  /// The time of the last action, to which records refer.
  var lastTick: Int64 = 0
  var offset: Int64 = 0
  /// The last step of the records so far.
  package internal(set) var lastStep = Step.initial
  private var session: UInt64 = 0
  private var number: UInt64 = 0
  private var part: UInt64 = 0
  /// The shapes that the pages have defined since the last page that ended with whole frames, by number.
  var shapes: [UInt64: Shape] = [:]
  /// The fragments of an incomplete chain.
  package var chain: Chain?
  /// Whether the page begins with a fragment of the previous page's chain.
  var continuesChain = false

  /// A part of a chain, and the number of bytes that are still missing.
  package struct Chain {
    let bytes = ByteBuffer()
    var left = 0
  }

  /// Passes the frames after `mark`, the last frame that the log already has, to `write`.
  package init(after mark: FlushMark? = nil, write: @escaping (Frame) throws -> Void) {
    self.mark = mark
    self.write = write
  }

  package func add(_ digests: StateDigests) { waiting.add(digests) }

  /// Writes the frames of a page. An action that is still being handled waits for the next page. Returns
  /// whether everything was written.
  package func flush(_ page: TailPage) throws -> Bool {
    for page in page.chained + [page] {
      guard let header = PageHeader(page.bytes) else { continue }
      var records = PageRecords(page.bytes, seed: header.seed)
      try read(&records, of: header)
    }
    return try endPage()
  }

  /// Reads all whole records of a page.
  package func read(_ records: inout PageRecords, of header: PageHeader) throws {
    (session, number) = (header.session, header.number)
    (part, lastTick) = (0, 0)
    // May go back: a page that could not be written is read again.
    lastStep = header.step
    names.timing = header.timing
    continuesChain = header.continuesChain
    if !continuesChain { chain = nil }
    while let body = records.next() { try readRecord(body) }
  }

  /// Ends a page: writes everything, unless an outcome is missing.
  package func endPage() throws -> Bool {
    guard chain == nil, draft?.isOpen != true else { return false }
    try finish()
    return true
  }

  /// Writes everything that is left, handled or not.
  package func finish() throws {
    if draft != nil { try writeChunk() } else if !waiting.isEmpty { try writeWaiting() }
    forgetNames()
  }

  private func forgetNames() {
    (shapes, types, storeSets, chain) = ([:], [:], [:], nil)
    (names.types, names.storeSets) = ([], [])
  }

  /// Writes the records that wait beside the actions, unless an action is still being handled.
  package func flush() throws {
    if draft == nil, chain == nil, !waiting.isEmpty { try writeWaiting() }
  }

  /// Writes everything that is left, and an end record.
  package func end(at step: Step, _ moment: Moment) throws {
    if draft != nil { try writeChunk() }
    waiting.add(RecordingEnd(step: step, moment: moment))
    try write(waiting.frame())
  }

  /// Forgets everything that was not written; the same pages will be passed again.
  package func restart() {
    waiting.removeAll()
    draft = nil
    forgetNames()
  }
}

// MARK: - Frames

extension PageFlusher {
  func writeChunk() throws {
    guard let draft else { return }
    self.draft = nil
    let mark = nextMark()
    names.shapes = DecodingCore(numbered: shapes)
    try write(try waiting.frame(of: draft, names, mark: mark), mark)
  }

  func writeWaiting() throws {
    let mark = nextMark()
    waiting.add(mark)
    try write(waiting.frame(), mark)
  }

  private func nextMark() -> FlushMark {
    defer { part += 1 }
    return FlushMark(
      page: number, part: part, session: UInt32(truncatingIfNeeded: session))
  }

  private func write(_ frame: Frame, _ next: FlushMark) throws {
    if let mark, next <= mark { return }
    try write(frame)
    mark = next
  }
}
