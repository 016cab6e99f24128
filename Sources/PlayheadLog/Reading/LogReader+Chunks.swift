import PlayheadCoding

extension LogReader {
  /// The chunk that holds a step's action. Throws `noStep` beyond the end, `inGap` in a gap, `damaged`
  /// where it turns out to be damaged, and `lost` where that is known already.
  ///
  /// It has the payloads of all its actions, or with `last` at least those up to that step: to go to a step
  /// costs no more of a chunk than is in front of it.
  package func chunk(
    holding step: Step, through last: Step? = nil
  ) throws(LogError) -> Chunk {
    try chunk(in: frame(holding: step), through: last)
  }

  /// The frame that holds a step's action.
  func frame(holding step: Step) throws(LogError) -> Int {
    guard let frame = chunks.frame(holding: step) else { throw missing(step) }
    return frame
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

  func chunk(in frame: Int, through last: Step? = nil) throws(LogError) -> Chunk {
    let known = recentChunks.chunk(in: frame)
    if let known, known.hasRows(through: last) { return known }
    do {
      // Who asks for more of it goes on through it.
      let chunk = try readChunk(in: frame, through: known == nil ? last : nil)
      recentChunks.keep(chunk, in: frame)
      return chunk
    } catch {
      if case .damaged(let damage) = error { lose(damage) }
      throw error
    }
  }

  /// Reads a chunk; one that turns out to be damaged is not counted as that yet.
  func readChunk(in frame: Int, through last: Step? = nil) throws(LogError) -> Chunk {
    var chunk: Chunk?
    try forEachRecord(in: frame) { kind, body throws(ByteFault) in
      if kind == .chunk { chunk = try Chunk(body, through: last) }
    }
    guard let chunk else { throw .damaged(damage(in: frame, "it holds no actions")) }
    guard chunk.steps == index.frames[frame].steps else {
      throw .damaged(damage(in: frame, "it holds other steps than the index says"))
    }
    return chunk
  }

  /// The last step that the log tells of, whether its action was recorded, left out or lost.
  package var lastCountedStep: Step {
    let told = absences.gaps.map(\.steps.upperBound) + lostSteps.map(\.upperBound)
    return told.reduce(max(lastStep, absences.lastStep), max)
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
    for (number, frame) in index.frames.enumerated() where frame.kinds.contains(.of(.digests)) {
      do throws(LogError) {
        try forEachRecord(in: number) { kind, body throws(ByteFault) in
          if kind == .digests { digests.append(try StateDigests(from: body)) }
        }
      } catch {
        if case .damaged(let damage) = error { note(damage) }
      }
    }
    return digests.sorted { $0.step < $1.step }
  }

  private func missing(_ step: Step) -> LogError {
    if step <= initialStep, initialStep > .initial {
      return .beforeStart(step, path: name, first: initialStep)
    }
    for gap in absences.gaps where gap.steps.contains(step) {
      return .inGap(step, path: name, gap: gap, last: lastStep)
    }
    if let lost = lostSteps.first(where: { $0.contains(step) }) {
      return .lost(step, path: name, steps: lost)
    }
    return .noStep(step, path: name, last: lastCountedStep)
  }
}
