import PlayheadCoding

/// What stands beside the actions.
extension TailWriter {
  /// Writes a value that a store took from outside while handling the `index`th action.
  package func appendDraw(
    of index: Int, shape: Int, row: UnsafeRawBufferPointer, names: () -> ChunkDraft.Names
  ) {
    scratch.removeAll()
    scratch.append(PageRecordKind.draw.rawValue)
    scratch.append(varint: count - 1 - index)
    scratch.append(varint: shape)
    scratch.append(row)
    putScratch(names())
  }

  /// Writes a note, wherever it finds room. False if it is longer than a record can be.
  @discardableResult
  package func append(_ note: Note) -> Bool {
    append(.note) { note.encode(to: $0) }
  }

  /// Writes a gap, wherever it finds room.
  package func append(_ gap: Gap) {
    append(.gap) { gap.encode(to: $0) }
    pool.noteGap(in: page)
    lastStep = max(lastStep, gap.steps.upperBound)
  }

  /// Writes digests, wherever it finds room.
  package func append(_ digests: StateDigests) {
    append(.digests) { digests.encode(to: $0) }
  }

  @discardableResult
  private func append(_ kind: PageRecordKind, _ fill: (ByteBuffer) -> Void) -> Bool {
    scratch.removeAll()
    scratch.append(kind.rawValue)
    fill(scratch)
    return putScratch(nil)
  }

  /// Writes the state of every store. Throws `TailFault` if they are larger than a record can be.
  package func append(_ checkpoint: CheckpointDraft, _ names: ChunkDraft.Names) throws {
    scratch.removeAll()
    scratch.append(PageRecordKind.checkpoint.rawValue)
    scratch.append(varint: checkpoint.step.number)
    try append(states: checkpoint, names)
  }

  /// Writes which stores there are, and the states of those that arrived. Throws as a checkpoint does.
  package func append(
    _ roster: Roster, _ states: CheckpointDraft, _ names: ChunkDraft.Names
  ) throws {
    scratch.removeAll()
    scratch.append(PageRecordKind.roster.rawValue)
    roster.encodeHead(knowing: 0, to: scratch)
    try append(states: states, names)
  }

  private func append(states: CheckpointDraft, _ names: ChunkDraft.Names) throws {
    scratch.append(varint: states.count)
    states.forEachState { shape, version, row in
      scratch.append(varint: shape)
      scratch.append(zigzag: Int64(version))
      scratch.append(sized: row)
    }
    let count = scratch.count
    guard putScratch(names) else {
      throw TailFault.tooLarge(bytes: count, limit: pool.largestRecord)
    }
  }

  /// Writes the record whose body is in `scratch`, wherever it finds room. False if no page can have it.
  @discardableResult
  private func putScratch(_ names: ChunkDraft.Names?) -> Bool {
    // A state's rows may be many megabytes.
    defer { scratch.removeAll(keeping: TailFormat.pageLength) }
    guard makeRoom(scratch.count, defining: [], names, isForced: true), var body = cursor?.body
    else {
      return false
    }
    body.put(scratch.bytes)
    cursor?.commit(body)
    return true
  }
}

/// Why something cannot be written into a tail.
package enum TailFault: Error, Hashable {
  /// Longer than a record can be.
  case tooLarge(bytes: Int, limit: Int)

  /// The reason, within a sentence.
  package var sentence: String {
    switch self {
    case .tooLarge(let bytes, let limit):
      "the states take \(bytes) bytes, more than the \(limit) that are recorded in one piece"
    }
  }
}
