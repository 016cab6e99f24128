package import PlayheadCoding

/// A frame as it goes into the log, and what the index says of it.
package struct Frame {
  /// The whole LZ4 frame.
  package let bytes: ByteBuffer
  package let entry: FrameIndex.Entry
  package let types: [FrameIndex.TypeCount]
}

/// The records that wait for the frame that they will be in.
package final class FrameDraft {
  private let waiting = ByteBuffer()
  private var kinds: RecordKinds = []
  /// How many names of stores the rosters that wait have.
  private var names = 0
  /// How many bytes of what waits are digests.
  private var digestBytes = 0

  package init() {}

  /// Whether no record waits.
  package var isEmpty: Bool { waiting.count == 0 }

  /// Whether what waits has grown to the size of a chunk. Digests do not count: they come whenever
  /// they are computed, and which frames are made of a page must not depend on that.
  var isLarge: Bool { waiting.count - digestBytes >= LogFormat.chunkBytes }

  package func add<Record: PlainRecord>(_ record: Record) {
    let before = waiting.count
    RecordStream.append(Record.kind, to: waiting) { record.encode(to: $0) }
    kinds.insert(.of(Record.kind))
    if Record.kind == .digests { digestBytes += waiting.count - before }
  }

  /// Adds a roster, which has all names so far, and the states of those that arrived.
  func add(
    _ roster: Roster, _ states: CheckpointDraft, shapes: [Shape]
  ) throws(ByteFault) {
    try add(.roster) { bytes throws(ByteFault) in
      try roster.encode(knowing: names, states, shapes: shapes, to: bytes)
    }
    names = roster.stores.count
  }

  package func add(_ checkpoint: CheckpointDraft, shapes: [Shape]) throws(ByteFault) {
    try add(.checkpoint) { bytes throws(ByteFault) in
      try checkpoint.encode(shapes: shapes, to: bytes)
    }
  }

  /// The frame of all that waits.
  package func frame() -> Frame { frame(.init(length: 0, kinds: []), []) }

  /// The frame of a chunk and all that waits.
  func frame(of draft: ChunkDraft, _ names: ChunkDraft.Names, mark: FlushMark? = nil)
    throws(ByteFault) -> Frame
  {
    try add(.chunk) { bytes throws(ByteFault) in try draft.encode(names, to: bytes) }
    if let mark { add(mark) }
    return frame(
      .init(length: 0, kinds: [], firstStep: draft.firstStep.number, count: draft.count),
      draft.typeCounts(names))
  }

  /// Forgets what waits.
  func removeAll() {
    waiting.removeAll()
    kinds = []
    (names, digestBytes) = (0, 0)
  }

  private func frame(_ entry: FrameIndex.Entry, _ types: [FrameIndex.TypeCount]) -> Frame {
    let bytes = ByteBuffer(capacity: waiting.count)
    LZ4Frame.append(waiting.bytes, to: bytes)
    var entry = entry
    (entry.length, entry.kinds) = (bytes.count, kinds)
    removeAll()
    return Frame(bytes: bytes, entry: entry, types: types)
  }

  private func add(
    _ kind: RecordKind, _ fill: (ByteBuffer) throws(ByteFault) -> Void
  ) throws(ByteFault) {
    try RecordStream.append(kind, to: waiting, fill)
    kinds.insert(.of(kind))
  }
}

extension ChunkDraft {
  /// How often each type of action comes.
  fileprivate func typeCounts(_ names: Names) -> [FrameIndex.TypeCount] {
    var counts = [Int](repeating: 0, count: names.types.count)
    for action in actions { counts[action.facts.type] += 1 }
    return zip(names.types, counts).filter { $0.1 > 0 }.map { .init(type: $0.0, count: $0.1) }
  }
}
