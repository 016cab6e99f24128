package import PlayheadCoding

/// A complete frame, and its facts for the index.
package struct Frame {
  package let bytes: ByteBuffer
  package let entry: FrameIndex.Entry
  package let types: [FrameIndex.TypeCount]

  package init(bytes: ByteBuffer, entry: FrameIndex.Entry, types: [FrameIndex.TypeCount]) {
    (self.bytes, self.entry, self.types) = (bytes, entry, types)
  }
}

/// The records of a frame that is being assembled.
package final class FrameDraft {
  private let effort: ColumnEffort
  package let waiting = ByteBuffer()
  package var kinds: RecordKinds = []
  /// The first step of the chunk, and the numbers of its actions: of all, and by type.
  package var chunk: (first: Step, count: Int, types: [FrameIndex.TypeCount])?
  /// The number of store names in the waiting store lists.
  private var names = 0
  /// The bytes of the waiting digests.
  private var digestBytes = 0
  /// What has to be in the frame of the next action.
  private var resumption: Resumption?

  package init(_ effort: ColumnEffort = .fast) { self.effort = effort }

  /// Whether no records wait.
  package var isEmpty: Bool { waiting.count == 0 }

  /// Whether the waiting records are as large as a chunk. Digests do not count: their timing must not decide
  /// how a page is divided into frames.
  package var isLarge: Bool { waiting.count - digestBytes >= LogFormat.chunkBytes }

  package func add<Record: PlainRecord>(_ record: Record) {
    let before = waiting.count
    add(Record.kind) { record.encode(to: $0) }
    if Record.kind == .digests { digestBytes += waiting.count - before }
  }

  /// Adds a store list, which has all names so far, and the states of the stores that arrived.
  package func add(
    _ storeList: StoreList, _ states: CheckpointDraft, shapes: DecodingCore
  ) throws(ByteFault) {
    try add(.storeList) { bytes throws(ByteFault) in
      try storeList.encode(knowing: names, states, shapes: shapes, effort, to: bytes)
    }
    names = storeList.stores.count
  }

  package func add(_ checkpoint: CheckpointDraft, shapes: DecodingCore) throws(ByteFault) {
    try add(.checkpoint) { bytes throws(ByteFault) in
      try checkpoint.encode(shapes: shapes, effort, to: bytes)
    }
  }

  /// Notes that the next chunk goes on from an earlier step. Without that chunk, this says nothing.
  package func resume(_ resumption: Resumption) { self.resumption = resumption }

  package func addResumption(before step: Step) {
    if let resumption, resumption.step.next == step { add(resumption) }
    resumption = nil
  }

  /// Adds a chunk. A frame has at most one.
  package func add(_ draft: ChunkDraft, _ names: ChunkDraft.Names) throws(ByteFault) {
    addResumption(before: draft.firstStep)
    try add(.chunk) { bytes throws(ByteFault) in try draft.encode(names, effort, to: bytes) }
    chunk = (draft.firstStep, draft.count, draft.typeCounts(names))
  }

  /// Returns the frame of all waiting records, and removes these.
  package func frame() -> Frame {
    let bytes = ByteBuffer(capacity: waiting.count)
    LZ4Frame.append(waiting.bytes, level: effort.forms == nil ? .fast : .high, to: bytes)
    let entry = FrameIndex.Entry(
      length: bytes.count, kinds: kinds, firstStep: chunk?.first.number ?? 0,
      count: chunk?.count ?? 0)
    let types = chunk?.types ?? []
    removeRecords()
    return Frame(bytes: bytes, entry: entry, types: types)
  }

  /// The frame of a chunk and all waiting records.
  package func frame(of draft: ChunkDraft, _ names: ChunkDraft.Names, mark: FlushMark? = nil)
    throws(ByteFault) -> Frame
  {
    try add(draft, names)
    if let mark { add(mark) }
    return frame()
  }

  package func removeAll() {
    removeRecords()
    resumption = nil
  }

  private func removeRecords() {
    waiting.removeAll()
    (kinds, chunk) = ([], nil)
    (names, digestBytes) = (0, 0)
  }

  private func add<Fault: Error>(
    _ kind: RecordKind, _ fill: (ByteBuffer) throws(Fault) -> Void
  ) throws(Fault) {
    let body = ByteBuffer()
    try fill(body)
    waiting.append(varint: kind.rawValue)
    waiting.append(sized: body.bytes)
    kinds.insert(.of(kind))
  }
}

extension ChunkDraft {
  /// The number of actions by type.
  fileprivate func typeCounts(_ names: Names) -> [FrameIndex.TypeCount] {
    var counts = [Int](repeating: 0, count: names.types.count)
    for action in actions { counts[action.facts.type] += 1 }
    return zip(names.types, counts).filter { $0.1 > 0 }.map { .init(type: $0.0, count: $0.1) }
  }
}
