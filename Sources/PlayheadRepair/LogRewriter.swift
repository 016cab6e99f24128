import PlayheadCoding
package import PlayheadLog

/// Writes a log from the records of others: chunks joined and packed, all else as it is, in its order.
/// Not safe for use from several threads at once.
package final class LogRewriter {
  private let frames: FrameWriter
  private let joiner = ChunkJoiner()
  /// What stands in front of the actions that wait in `joiner`.
  private var before = FrameWriter.Content()
  /// What came behind them.
  private var after = FrameWriter.Content()

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
    case .packedChunk:
      let plain = try PackedChunk.unpack(body)
      try withExtendedLifetime(plain) { try appendChunk(plain.bytes, steps) }
    case .header:
      try settle()
      try endFrame()
      try appendHeader(body)
    case .checkpoint, .end:
      try settle()
      before.append(number, body)
      try endFrame()
    // Its tail is not the new log's.
    case .flushMark: break
    case .note, .gap, .digests, .roster, .squeezed, nil:
      after.append(number, body)
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
    guard after.records.count > LogFormat.packedBytes else { return }
    try settle()
    try endFrame()
  }

  /// Writes what waits.
  package func finish() throws {
    try settle()
    try endFrame()
    try frames.finish()
  }

  /// A log with packed chunks is one of this version, whichever it was before.
  private func appendHeader(_ body: UnsafeRawBufferPointer) throws {
    var reader = ByteReader(body)
    let version = max(try reader.varint(), LogFormat.version)
    let header = ByteBuffer()
    header.append(varint: version)
    header.append(try reader.take(reader.remaining))
    before.append(RecordKind.header.rawValue, header.bytes)
  }

  // MARK: Actions

  private func appendChunk(_ body: UnsafeRawBufferPointer, _ steps: ClosedRange<Step>?) throws {
    let chunk = try joiner.read(body)
    guard chunk.head.firstStep > lastStep else {
      throw ByteFault.malformed("its steps do not follow those before it", at: 0)
    }
    lastStep = chunk.head.lastStep
    countTypes(chunk, steps ?? chunk.steps)
    guard chunk.isWhole else { return try appendAlone(chunk, body) }
    let isTooLong = before.records.count + after.records.count > LogFormat.packedBytes
    if isTooLong || !joiner.hasRoom(for: chunk) { try settle() } else { moveUp() }
    joiner.take(chunk, steps ?? chunk.steps)
  }

  /// A chunk that says something which only a later version knows is joined with none.
  private func appendAlone(_ chunk: Chunk, _ body: UnsafeRawBufferPointer) throws {
    try settle()
    try endFrame(with: body, chunk.steps)
  }

  private func countTypes(_ chunk: Chunk, _ steps: ClosedRange<Step>) {
    var counts = [Int](repeating: 0, count: chunk.head.types.count)
    for (index, type) in chunk.head.typeColumn.enumerated()
    where steps.contains(Step(chunk.head.firstStep.number + UInt64(index))) {
      counts[Int(type)] += 1
    }
    for (type, count) in zip(chunk.head.types, counts) where count > 0 {
      frames.count(type, count)
    }
  }

  // MARK: Frames

  /// Writes the frame of the actions that wait, if there are any.
  private func settle() throws {
    if let (body, steps) = try joiner.finish() { try endFrame(with: body.bytes, steps) }
    moveUp()
  }

  private func moveUp() {
    before.records.append(after.records)
    before.kinds.formUnion(after.kinds)
    after = FrameWriter.Content()
  }

  private func endFrame(with chunk: UnsafeRawBufferPointer, _ steps: ClosedRange<Step>) throws {
    if let packed = try PackedChunk.pack(chunk) {
      before.append(RecordKind.packedChunk.rawValue, packed.bytes)
    } else {
      before.append(RecordKind.chunk.rawValue, chunk)
    }
    before.steps = steps
    try endFrame()
  }

  private func endFrame() throws {
    let content = before
    before = FrameWriter.Content()
    try frames.append(content)
  }
}
