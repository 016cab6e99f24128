import PlayheadCoding
package import PlayheadFiles
import PlayheadLog

/// Writes a log from the records of others: chunks joined and packed, all else as it is, in its order.
/// Not safe for use from several threads at once.
package final class LogRewriter {
  private let frames: FrameWriter
  private let joiner = ChunkJoiner()
  /// What stands in front of the actions that wait in `joiner`.
  private var before = FrameDraft(.small)
  /// What came behind them.
  private var after = FrameDraft(.small)

  /// The last action's.
  private var lastStep = Step.initial

  /// How many bytes were written.
  package var byteCount: Int { frames.byteCount }

  /// Begins a log.
  package init(_ file: OutputFile) { frames = FrameWriter(file) }

  /// The next record of a log; the number is its kind's. Of a chunk only the actions of `steps` are
  /// taken.
  func append(
    _ number: UInt64, _ body: UnsafeRawBufferPointer, _ steps: ClosedRange<Step>? = nil
  ) throws {
    switch RecordKind(rawValue: number) {
    case .chunk:
      try appendChunk(body, steps)
    case .header:
      try settle()
      try endFrame()
      before.add(number, body)
    case .checkpoint:
      try settle()
      try appendCheckpoint(body)
      try endFrame()
    case .end:
      try settle()
      before.add(number, body)
      try endFrame()
    case .storeList:
      let small = ByteBuffer()
      try StoreList.encoded(body, .small, to: small)
      after.add(number, small.bytes)
    // Its tail is not the new log's.
    case .flushMark: break
    case .note, .gap, .digests, nil:
      after.add(number, body)
    }
  }

  private func appendCheckpoint(_ body: UnsafeRawBufferPointer) throws {
    let checkpoint = try Checkpoint(from: body)
    if checkpoint.isWhole {
      try before.add(checkpoint.draft, shapes: checkpoint.shapes)
    } else {
      before.add(RecordKind.checkpoint.rawValue, body)
    }
  }

  /// The next skippable frame of a log, other than an index.
  func append(skippable frame: [UInt8]) throws {
    try settle()
    try endFrame()
    try frames.append(skippable: frame)
  }

  /// To be told at the end of each of a log's frames: only there may records be parted from each other.
  func endInputFrame() throws {
    guard after.byteCount > ChunkJoiner.byteLimit else { return }
    try settle()
    try endFrame()
  }

  /// Writes what waits.
  package func finish() throws {
    try settle()
    try endFrame()
    try frames.finish()
  }

  // MARK: Actions

  private func appendChunk(_ body: UnsafeRawBufferPointer, _ steps: ClosedRange<Step>?) throws {
    let chunk = try joiner.read(body)
    guard chunk.head.firstStep > lastStep else {
      throw ByteFault.malformed("its steps do not follow those before it", at: 0)
    }
    lastStep = chunk.head.lastStep
    guard chunk.isWhole else { return try appendAlone(chunk, body) }
    let isTooLong = before.byteCount + after.byteCount > ChunkJoiner.byteLimit
    if isTooLong || !joiner.hasRoom(for: chunk) { try settle() } else { moveUp() }
    joiner.take(chunk, steps ?? chunk.steps)
  }

  /// A chunk that says something which only a later version knows is joined with none.
  private func appendAlone(_ chunk: Chunk, _ body: UnsafeRawBufferPointer) throws {
    try settle()
    before.add(body, chunk.head)
    try endFrame()
  }

  // MARK: Frames

  /// Writes the frame of the actions that wait, if there are any.
  private func settle() throws {
    if let (draft, names) = joiner.finish() {
      try before.add(draft, names)
      try endFrame()
    }
    moveUp()
  }

  private func moveUp() {
    before.add(after)
    after = FrameDraft(.small)
  }

  private func endFrame() throws {
    let frame = before
    before = FrameDraft(.small)
    try frames.append(frame)
  }
}
