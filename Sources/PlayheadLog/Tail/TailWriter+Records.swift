import PlayheadCoding

/// Records beside the actions.
extension TailWriter {
  /// Writes a value that a store drew while it handled the `index`th action.
  package func appendDraw(
    of index: Int, shape: Int, row: UnsafeRawBufferPointer, names: () -> ChunkDraft.Names
  ) {
    append(.draw, names(), defining: [.shape(shape)]) {
      $0.append(varint: count - 1 - index)
      $0.append(varint: shape)
      $0.append(row)
    }
  }

  /// Writes an outcome into another page, or after the set of stores.
  @inline(never)
  func setOutcomeElsewhere(
    _ distance: UInt64, _ changed: Int, _ nanoseconds: UInt64, _ names: ChunkDraft.Names
  ) {
    append(.outcome, names, defining: [.storeSet(changed)]) {
      $0.append(varint: distance)
      $0.append(varint: changed)
      $0.append(varint: nanoseconds)
    }
  }

  /// Writes a note into any page or chain. Returns false if it is longer than a record can be.
  @discardableResult
  package func append(_ note: Note) -> Bool {
    append(.note) { note.encode(to: $0) }
  }

  /// Writes a gap into any page or chain.
  package func append(_ gap: Gap) {
    append(.gap) { gap.encode(to: $0) }
    pool.noteGap(in: page)
    lastStep = max(lastStep, gap.steps.upperBound)
  }

  /// Writes digests into any page or chain.
  package func append(_ digests: StateDigests) {
    append(.digests) { digests.encode(to: $0) }
  }

  /// Writes that the session goes on from the state of an earlier step, in front of the next action.
  package func append(_ resumption: Resumption) {
    append(.resumption) { resumption.encode(to: $0) }
  }

  /// Writes the state of every store. Throws if the states are larger than a record can be.
  package func append(
    _ checkpoint: CheckpointDraft, _ names: ChunkDraft.Names
  ) throws(LogError) {
    try append(.checkpoint, states: checkpoint, names) { $0.append(varint: checkpoint.step.number) }
  }

  /// Writes the list of stores, and the states of those that arrived. Throws like a checkpoint.
  package func append(
    _ storeList: StoreList, _ states: CheckpointDraft, _ names: ChunkDraft.Names
  ) throws(LogError) {
    try append(.storeList, states: states, names) { storeList.encodeHead(knowing: 0, to: $0) }
  }

  private func append(
    _ kind: PageRecordKind, states: CheckpointDraft, _ names: ChunkDraft.Names,
    _ fill: (ByteBuffer) -> Void
  ) throws(LogError) {
    var count = 0
    let isWritten = append(kind, names, defining: states.usedShapes.sorted().map(Definition.shape))
    {
      bytes in
      fill(bytes)
      bytes.append(varint: states.count)
      states.forEachState { shape, version, row in
        bytes.append(varint: shape)
        bytes.append(zigzag: Int64(version))
        bytes.append(sized: row)
      }
      count = bytes.count
    }
    guard isWritten else {
      let fault =
        "the states take \(count) bytes, more than the \(pool.largestRecord) that are recorded in one piece"
      throw .unwritable(path: pool.path, reason: .content(fault))
    }
  }

  /// Writes a record into any page or chain. Returns false if it is longer than a record can be.
  @discardableResult
  private func append(
    _ kind: PageRecordKind, _ names: ChunkDraft.Names? = nil, defining wanted: [Definition] = [],
    _ fill: (ByteBuffer) -> Void
  ) -> Bool {
    // The rows of a state may take many megabytes.
    defer { scratch.removeAll(keeping: TailFormat.pageLength) }
    scratch.removeAll()
    scratch.append(kind.rawValue)
    fill(scratch)
    switch makeRoom(scratch.count, defining: wanted, names, isForced: true) {
    case .page: write(scratch.bytes)
    case .chain(let definitions): return writeChain(definitions, isForced: true)
    case nil: return false
    }
    return true
  }
}
