import PlayheadCoding
package import PlayheadLog

/// Everything that a log has beside its actions, and its chunks one after the other.
extension LogReader {
  /// The remarks of the app, in order.
  package func notes() throws(LogError) -> [Note] {
    try all(.note) { body throws(ByteFault) in try Note(from: body) }
  }

  /// The steps that are missing, in order.
  package func gaps() throws(LogError) -> [Gap] {
    try all(.gap) { body throws(ByteFault) in try Gap(from: body) }
  }

  /// The digests of the stores at some steps, in order of the steps.
  package func digests() throws(LogError) -> [StateDigests] {
    try all(.digests) { body throws(ByteFault) in try StateDigests(from: body) }
      .sorted { $0.step < $1.step }
  }

  /// The states that the log holds, the initial one included, in order.
  package func checkpoints() throws(LogError) -> [Checkpoint] {
    try all(.checkpoint) { body throws(ByteFault) in try Checkpoint(from: body) }
  }

  /// The states that the log holds, as far as they can be read, and what keeps the first other from it.
  package func readableCheckpoints() -> (checkpoints: [Checkpoint], fault: LogError?) {
    var (checkpoints, fault): ([Checkpoint], LogError?) = ([], nil)
    forEach(.checkpoint) { body, memory throws(ByteFault) in
      let checkpoint = try Checkpoint(from: body)
      try memory.take(checkpoint.memory)
      checkpoints.append(checkpoint)
    } onFault: {
      fault = fault ?? $0
    }
    return (checkpoints, fault)
  }

  private func all<T>(
    _ kind: RecordKind, _ make: (UnsafeRawBufferPointer) throws(ByteFault) -> T
  ) throws(LogError) -> [T] {
    var things: [T] = []
    try forEach(kind) { body, memory throws(ByteFault) in
      try memory.take(MemoryLayout<T>.stride, for: body)
      things.append(try make(body))
    } onFault: { fault throws(LogError) in
      throw fault
    }
    return things
  }

  /// Gives the records of a kind to `body`, and what keeps those of a frame from being read to `onFault`.
  private func forEach<Fault: Error>(
    _ kind: RecordKind,
    _ body: (UnsafeRawBufferPointer, inout MemoryBudget) throws(ByteFault) -> Void,
    onFault: (LogError) throws(Fault) -> Void
  ) throws(Fault) {
    var memory = MemoryBudget()
    for (number, frame) in index.frames.enumerated() where frame.kinds.contains(.of(kind)) {
      memory.allow(forFrameOf: frame.length)
      do throws(LogError) {
        try forEachRecord(in: number) { found, record throws(ByteFault) in
          if found == kind { try body(record, &memory) }
        }
      } catch {
        try onFault(error)
      }
    }
  }

  /// Reads every chunk, if that was not done yet, so that all damage is known.
  package func findDamage() throws {
    guard !isDamageKnown else { return }
    try forEachChunk(in: .initial...lastStep, onDamage: { _ in }) { _ in }
    isDamageKnown = true
  }

  /// Gives the chunks that hold actions of `range` to `body`, in order. Those that turn out to be damaged
  /// are given to `onDamage`, and passed over unless it throws.
  package func forEachChunk(
    in range: ClosedRange<Step>, onDamage: (LogError.Damage) throws -> Void,
    _ body: (Chunk) throws -> Void
  ) throws {
    try forEachChunkAndFrame(in: range, onDamage: onDamage) { chunk, _ in try body(chunk) }
  }

  /// The same, with the number of the frame in which each is.
  func forEachChunkAndFrame(
    in range: ClosedRange<Step>, onDamage: (LogError.Damage) throws -> Void,
    _ body: (Chunk, _ frame: Int) throws -> Void
  ) throws {
    for place in chunks.all where place.steps.overlaps(range) {
      let chunk: Chunk
      do {
        chunk = try self.chunk(in: place.frame)
      } catch LogError.damaged(let damage) {
        try onDamage(damage)
        continue
      }
      try body(chunk, place.frame)
    }
  }

  /// The notes and gaps, as far as they can be read. What keeps others from it is among ``damages`` then.
  package func readableNotesAndGaps() -> LogAsides {
    let asides = asides([.of(.note), .of(.gap)])
    if case .damaged(let damage) = asides.fault { note(damage) }
    return asides
  }

  /// The digests of the stores, as far as they can be read, in order of the steps. What keeps others from
  /// it is among ``damages`` then.
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
