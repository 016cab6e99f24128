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
  package func frame(holding step: Step) throws(LogError) -> Int {
    guard let frame = chunks.frame(holding: step) else { throw missing(step) }
    return frame
  }

  /// The chunk of a frame, if it was read a moment ago.
  package func keptChunk(in frame: Int) -> Chunk? { recentChunks.chunk(in: frame) }

  package func chunk(in frame: Int, through last: Step? = nil) throws(LogError) -> Chunk {
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
