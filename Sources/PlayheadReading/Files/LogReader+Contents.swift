package import PlayheadCoding
package import PlayheadLog

/// The records of a log beside its actions, and its chunks one after the other.
extension LogReader {
  /// The remarks of the app, in order.
  package func notes() throws(ReadingError) -> [Note] {
    try all(.note) { body throws(ByteFault) in try Note(from: body) }
  }

  /// The gaps, in order.
  package func gaps() throws(ReadingError) -> [Gap] {
    try all(.gap) { body throws(ByteFault) in try Gap(from: body) }
  }

  /// The digests of the stores, in order of the steps.
  package func digests() throws(ReadingError) -> [StateDigests] {
    try all(.digests) { body throws(ByteFault) in try StateDigests(from: body) }
      .sorted { $0.step < $1.step }
  }

  /// The checkpoints, including the initial one, in order.
  package func checkpoints() throws(ReadingError) -> [Checkpoint] {
    try all(.checkpoint) { body throws(ByteFault) in try Checkpoint(from: body) }
  }

  /// The readable checkpoints, and the error of the first unreadable one.
  package func readableCheckpoints() -> (checkpoints: [Checkpoint], fault: ReadingError?) {
    var (checkpoints, fault): ([Checkpoint], ReadingError?) = ([], nil)
    forEach(.checkpoint) { body, memory throws(ByteFault) in
      let checkpoint = try Checkpoint(from: body)
      try memory.reserve(checkpoint.memory)
      checkpoints.append(checkpoint)
    } onFault: {
      fault = fault ?? $0
    }
    return (checkpoints, fault)
  }

  private func all<T>(
    _ kind: RecordKind, _ make: (UnsafeRawBufferPointer) throws(ByteFault) -> T
  ) throws(ReadingError) -> [T] {
    var things: [T] = []
    try forEach(kind) { body, memory throws(ByteFault) in
      try memory.reserve(MemoryLayout<T>.stride, for: body)
      things.append(try make(body))
    } onFault: { fault throws(ReadingError) in
      throw fault
    }
    return things
  }

  /// Calls `body` with the records of a kind, and `onFault` with the errors of unreadable frames.
  private func forEach<Fault: Error>(
    _ kind: RecordKind,
    _ body: (UnsafeRawBufferPointer, inout MemoryBudget) throws(ByteFault) -> Void,
    onFault: (ReadingError) throws(Fault) -> Void
  ) throws(Fault) {
    var memory = MemoryBudget()
    for (number, frame) in index.frames.enumerated() where frame.kinds.contains(.of(kind)) {
      memory.allow(forFrameOf: frame.length)
      do throws(ReadingError) {
        try forEachRecord(in: number) { found, record throws(ByteFault) in
          if found == kind { try body(record, &memory) }
        }
      } catch {
        try onFault(error)
      }
    }
  }

  /// Reads every chunk once to find all damage.
  package func findDamage() throws {
    guard !isDamageKnown else { return }
    try forEachChunk(in: .initial...lastStep, onDamage: { _ in }) { _ in }
    isDamageKnown = true
  }

  /// The readable digests of the actions of `chunk`: those in its frame, and in the frames without actions after it.
  package func digests(of chunk: Chunk) -> [StateDigests] {
    var digests = chunk.digests
    if let frame = try? frame(holding: chunk.steps.lowerBound) {
      for number in (frame + 1)..<max(index.frames.count, frame + 1) {
        guard index.frames[number].count == 0 else { break }
        guard index.frames[number].kinds.contains(.of(.digests)) else { continue }
        try? forEachRecord(in: number) { kind, body throws(ByteFault) in
          if kind == .digests { digests.append(try StateDigests(from: body)) }
        }
      }
    }
    return digests.filter { chunk.steps.contains($0.step) }.sorted { $0.step < $1.step }
  }

  /// The readable digests of the stores, in order of the steps. Adds damage to ``damages``.
  package func readableDigests() -> [StateDigests] {
    var digests: [StateDigests] = []
    forEach(.digests) { body, _ throws(ByteFault) in
      digests.append(try StateDigests(from: body))
    } onFault: {
      if case .damaged(let damage) = $0 { note(damage) }
    }
    return digests.sorted { $0.step < $1.step }
  }
}

extension LogReader {
  /// Types, times and causes of the chunk with a step's action. Throws like ``chunk(holding:through:)``.
  package func head(holding step: Step) throws(ReadingError) -> ChunkHead {
    try head(in: frame(holding: step))
  }

  private func head(in frame: Int) throws(ReadingError) -> ChunkHead {
    if let chunk = recentChunk(in: frame) { return chunk.head }
    if let lastHead, lastHead.frame == frame { return lastHead.head }
    do {
      let head = try readHead(in: frame)
      lastHead = (frame, head)
      return head
    } catch {
      if case .damaged(let damage) = error { lose(damage) }
      throw error
    }
  }

  private func readHead(in frame: Int) throws(ReadingError) -> ChunkHead {
    var head: ChunkHead?
    try forEachRecord(in: frame) { kind, body throws(ByteFault) in
      if kind == .chunk { head = try ChunkHead(body) }
    }
    guard let head else { throw .damaged(damage(in: frame, "it holds no actions")) }
    guard head.steps == index.frames[frame].steps else {
      throw .damaged(damage(in: frame, "it holds different steps than the index says"))
    }
    return head
  }
}

extension CheckpointDraft {
  /// The body of the record of these states, whose rows have these shapes.
  package func record(shapes: [Shape]) throws -> [UInt8] {
    let bytes = ByteBuffer()
    try encode(shapes: DecodingCore(shapes: shapes), to: bytes)
    return bytes.array
  }
}

extension LogReader {
  /// Unpacks a frame and calls `body` with its records.
  package func forEachRecord(
    in frame: Int,
    _ body: (RecordKind?, UnsafeRawBufferPointer) throws(ByteFault) -> Void
  ) throws(ReadingError) {
    switch try source.content(at: offsets[frame], count: index.frames[frame].length) {
    case .success(let content):
      if let fault = RecordStream.forEach(in: content, body) {
        throw .damaged(damage(in: frame, fault))
      }
    case .failure(let fault): throw .damaged(damage(in: frame, fault.sentence))
    }
  }
}
