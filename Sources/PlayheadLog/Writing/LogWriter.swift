package import PlayheadCoding

/// Writes a log: a first frame with the header and the initial state, a frame per chunk, and now and
/// then and at the end an index. Not safe for use from several threads at once.
package final class LogWriter {
  private let file: OutputFile
  /// The frames since the last index.
  private var index = FrameIndex()
  /// Records that wait for the next frame.
  private let waiting = ByteBuffer()
  private var waitingKinds: RecordKinds = []
  /// How many names of stores the rosters that wait have.
  private var waitingNames = 0

  /// Where the log goes.
  package var path: String { file.path }

  /// Makes the file at `path`, which must not be there yet, and writes the first frame.
  package init(
    path: String, header: LogHeader, checkpoint: CheckpointDraft, shapes: [Shape]
  ) throws {
    file = try OutputFile(creating: path)
    do {
      add(.header) { header.encode(to: $0) }
      try write(checkpoint, shapes: shapes)
    } catch {
      // Nothing of it could be read.
      file.remove()
      throw error
    }
  }

  /// Keeps a note for the next frame.
  package func add(_ note: Note) {
    add(.note) { note.encode(to: $0) }
  }

  /// Keeps a gap for the next frame.
  package func add(_ gap: Gap) {
    add(.gap) { gap.encode(to: $0) }
  }

  /// Keeps digests for the next frame.
  package func add(_ digests: StateDigests) {
    add(.digests) { digests.encode(to: $0) }
  }

  /// Keeps a roster, with all names so far, and the states of those that arrived for the next frame.
  ///
  /// What has grown to the size of a chunk waits no longer.
  package func add(_ roster: Roster, _ states: CheckpointDraft, shapes: [Shape]) throws {
    try addThrowing(.roster) { bytes throws(ByteFault) in
      try roster.encode(knowing: waitingNames, states, shapes: shapes, to: bytes)
    }
    waitingNames = roster.stores.count
    if waiting.count >= LogFormat.chunkBytes { try writeFrame() }
  }

  /// Writes a frame with the state at a step, and what waits.
  package func write(_ checkpoint: CheckpointDraft, shapes: [Shape]) throws {
    try addThrowing(.checkpoint) { bytes throws(ByteFault) in
      try checkpoint.encode(shapes: shapes, to: bytes)
    }
    try writeFrame()
  }

  /// Writes a frame with a chunk, and what waits.
  package func write(_ draft: ChunkDraft, _ names: ChunkDraft.Names) throws {
    guard draft.count > 0 else { return }
    try addThrowing(.chunk) { bytes throws(ByteFault) in try draft.encode(names, to: bytes) }
    try writeFrame(firstStep: draft.firstStep.number, count: draft.count)
    countTypes(draft, names)
  }

  /// Writes a frame with what waits, if anything does.
  package func flush() throws {
    if waiting.count > 0 { try writeFrame() }
  }

  /// Ends the log: what waits, the end's record, the index.
  package func close(at step: Step, _ moment: Moment) throws {
    add(.end) { RecordingEnd(step: step, moment: moment).encode(to: $0) }
    try writeFrame()
    try writeIndex()
  }

  private func countTypes(_ draft: ChunkDraft, _ names: ChunkDraft.Names) {
    var counts = [Int](repeating: 0, count: names.types.count)
    for action in draft.actions { counts[action.facts.type] += 1 }
    for (type, count) in counts.enumerated() where count > 0 {
      index.count(names.types[type], count)
    }
  }

  private func add(_ kind: RecordKind, _ fill: (ByteBuffer) -> Void) {
    RecordStream.append(kind, to: waiting, fill)
    waitingKinds.insert(.of(kind))
  }

  private func addThrowing(
    _ kind: RecordKind, _ fill: (ByteBuffer) throws(ByteFault) -> Void
  ) throws(ByteFault) {
    try RecordStream.append(kind, to: waiting, fill)
    waitingKinds.insert(.of(kind))
  }

  private func writeFrame(firstStep: UInt64 = 0, count: Int = 0) throws(LogError) {
    // In front of the frame, so that if it fails, it does so before the frame is in the log.
    if index.byteCount >= LogFormat.indexInterval { try writeIndex() }
    let frame = ByteBuffer(capacity: waiting.count)
    LZ4Frame.append(waiting.bytes, to: frame)
    try file.append(frame.bytes)
    index.append(
      .init(length: frame.count, kinds: waitingKinds, firstStep: firstStep, count: count))
    waiting.removeAll()
    waitingKinds = []
    waitingNames = 0
  }

  /// Ends a link of the index chain: what follows is told by the next index.
  private func writeIndex() throws(LogError) {
    let frame = ByteBuffer()
    index.append(to: frame)
    try file.append(frame.bytes)
    index = FrameIndex()
  }
}
