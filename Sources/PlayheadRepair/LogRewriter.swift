import PlayheadCoding
package import PlayheadReading
import PlayheadLog

/// Writes a log from the records of others: joins and compresses chunks, and copies everything else in order.
/// Not thread-safe.
package final class LogRewriter {
  private let frames: FrameWriter
  private let joiner = ChunkJoiner()
  /// The records before the actions that wait in `joiner`.
  private var before = FrameDraft(.small)
  /// The records after them.
  private var after = FrameDraft(.small)

  /// What the next action goes on from, if that is not the action before it.
  private var resumption: Resumption?

  /// The step of the last action.
  private var lastStep = Step.initial

  /// The number of bytes written.
  package var byteCount: Int { frames.byteCount }

  package init(_ file: OutputFile) { frames = FrameWriter(file) }

  /// Appends the next record of a log, by the number of its kind; of a chunk, only the actions of `steps`.
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
      _ = try RecordingEnd(from: body)
      try settle()
      before.add(number, body)
      try endFrame()
    case .storeList:
      let small = ByteBuffer()
      try StoreList.encoded(body, .small, to: small)
      after.add(number, small.bytes)
    case .resumption:
      let resumption = try Resumption(from: body)
      // The chunk of the next action begins with it.
      try settle()
      self.resumption = resumption
    // The new log has no such tail.
    case .flushMark: break
    case .note:
      _ = try Note(from: body)
      after.add(number, body)
    case .gap:
      _ = try Gap(from: body)
      after.add(number, body)
    case .digests:
      _ = try StateDigests(from: body)
      after.add(number, body)
    case nil:
      after.add(number, body)
    }
  }

  private func appendCheckpoint(_ body: UnsafeRawBufferPointer) throws {
    let checkpoint = try Checkpoint(from: body)
    if checkpoint.isWhole {
      try before.add(checkpoint.draft, shapes: DecodingCore(shapes: checkpoint.shapes))
    } else {
      before.add(RecordKind.checkpoint.rawValue, body)
    }
  }

  /// Appends the next skippable frame of a log, except for an index.
  func append(skippable frame: [UInt8]) throws {
    try settle()
    try endFrame()
    try frames.append(skippable: frame)
  }

  /// Called at the end of each input frame, the only place where records may be separated.
  func endInputFrame() throws {
    guard after.byteCount > ChunkJoiner.byteLimit else { return }
    try settle()
    try endFrame()
  }

  /// Writes the waiting records. The log still has to be checked: `requireSound(_:madeOf:)`.
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
    if let resumption { before.resume(resumption) }
    resumption = nil
    guard chunk.isWhole else { return try appendAlone(chunk, body) }
    let isTooLong = before.byteCount + after.byteCount > ChunkJoiner.byteLimit
    if isTooLong || !joiner.hasRoom(for: chunk) { try settle() } else { moveUp() }
    joiner.append(chunk, steps ?? chunk.steps)
  }

  /// A chunk with bytes that only a later version knows is not joined with others.
  private func appendAlone(_ chunk: Chunk, _ body: UnsafeRawBufferPointer) throws {
    try settle()
    before.add(chunk: body, chunk.steps, FrameFacts.ChunkFacts(chunk.head).types)
    try endFrame()
  }

  // MARK: Frames

  /// Writes the frame of the waiting actions, if there are any.
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

/// Writes the frames of a packed log.
///
/// A log that fits one small block becomes a single frame without an index, whose overhead would exceed the
/// actions of a short session.
final class FrameWriter {
  /// Unpacking a frame of this size is about as fast as reading an index.
  private static let singleFrameLimit = 64 << 10

  private let log: LogWriter
  /// The frames that may still be joined to one.
  private var kept: [FrameDraft]? = []

  var byteCount: Int { log.length }

  init(_ file: OutputFile) { log = LogWriter(ofFramesInto: file) }

  /// Appends the next frame, if it has records.
  func append(_ frame: FrameDraft) throws(LogError) {
    guard !frame.isEmpty else { return }
    guard let kept else { return try log.append(frame.frame()) }
    self.kept = kept + [frame]
    let isSecond = frame.has(.chunk) && kept.contains { $0.has(.chunk) }
    let size = kept.reduce(frame.byteCount) { $0 + $1.byteCount }
    if isSecond || size > Self.singleFrameLimit { try release() }
  }

  /// Appends a skippable frame unchanged.
  func append(skippable frame: [UInt8]) throws(LogError) {
    try release()
    let bytes = ByteBuffer(capacity: frame.count)
    bytes.append(frame)
    try log.append(
      Frame(bytes: bytes, entry: .init(length: frame.count, kinds: []), types: []))
  }

  /// Writes the kept frames, and the index.
  func finish() throws(LogError) {
    if let kept, !kept.isEmpty {
      let whole = FrameDraft(.small)
      for frame in kept { whole.add(frame) }
      return try log.append(whole.frame())
    }
    try release()
    try log.writeIndex()
  }

  private func release() throws(LogError) {
    guard let kept else { return }
    self.kept = nil
    for frame in kept { try log.append(frame.frame()) }
  }
}
