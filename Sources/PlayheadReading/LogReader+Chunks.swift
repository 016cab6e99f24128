package import PlayheadLog
import PlayheadCoding

extension LogReader {
  /// The chunk with a step's action. With `last`, it may lack the payloads after that step, which saves time.
  ///
  /// - Throws: `noStep` beyond the end, `inGap` in a gap, `damaged` if damage is found now, `lost` if it is
  ///   known.
  package func chunk(
    holding step: Step, through last: Step? = nil
  ) throws(ReadingError) -> Chunk {
    try chunk(in: frame(holding: step), through: last)
  }

  package func frame(holding step: Step) throws(ReadingError) -> Int {
    guard let frame = chunks.frame(holding: step) else { throw missing(step) }
    return frame
  }

  /// The chunk of a frame, if it was read recently.
  package func recentChunk(in frame: Int) -> Chunk? { recentChunks.chunk(in: frame) }

  package func chunk(in frame: Int, through last: Step? = nil) throws(ReadingError) -> Chunk {
    let known = recentChunks.chunk(in: frame)
    if let known, known.hasRows(through: last) { return known }
    do {
      // On a second request for a chunk, read all of it.
      let chunk = try readChunk(in: frame, through: known == nil ? last : nil)
      recentChunks.cache(chunk, in: frame)
      return chunk
    } catch {
      if case .damaged(let damage) = error { lose(damage) }
      throw error
    }
  }

  /// Checks a frame that another reader of the same log found damaged.
  package func recheck(frame: Int) {
    guard index.frames.indices.contains(frame) else { return }
    do throws(ReadingError) {
      if index.frames[frame].steps != nil {
        _ = try chunk(in: frame)
      } else {
        try forEachRecord(in: frame) { _, _ throws(ByteFault) in }
      }
    } catch {
      if case .damaged(let damage) = error { note(damage) }
    }
  }

  /// Reads a chunk, without recording damage to it.
  func readChunk(in frame: Int, through last: Step? = nil) throws(ReadingError) -> Chunk {
    var records = ChunkRecords(through: last)
    try forEachRecord(in: frame) { kind, body throws(ByteFault) in try records.add(kind, body) }
    guard records.chunk != nil else { throw .damaged(damage(in: frame, "it holds no actions")) }
    guard let chunk = records.chunk(of: index.frames[frame], number: frame) else {
      throw .damaged(damage(in: frame, "it holds different steps than the index says"))
    }
    return chunk
  }

  /// The last known step: recorded, left out or lost.
  package var lastCountedStep: Step {
    let others = gapsAndEnd.gaps.map(\.steps.upperBound) + lostSteps.map(\.upperBound)
    return others.reduce(max(lastStep, gapsAndEnd.lastStep), max)
  }

  private func missing(_ step: Step) -> ReadingError {
    if step <= initialStep, initialStep > .initial {
      return .beforeStart(step, path: name, first: initialStep)
    }
    for gap in gapsAndEnd.gaps where gap.steps.contains(step) {
      return .inGap(
        step, path: name, missing: gap.steps, reason: gap.description, last: lastStep)
    }
    if let damage = memoryLimit(hiding: step) { return .damaged(damage) }
    if let lost = lostSteps.first(where: { $0.contains(step) }) {
      return .lost(step, path: name, steps: lost)
    }
    return .noStep(step, path: name, last: lastCountedStep)
  }
}

/// What a frame says about its actions.
private struct ChunkRecords {
  /// The last step whose payload is needed; `nil` for all.
  private let last: Step?
  private(set) var chunk: Chunk?
  private var digests: [StateDigests] = []
  private var isResumption = false

  init(through last: Step? = nil) { self.last = last }

  mutating func add(_ kind: RecordKind?, _ body: UnsafeRawBufferPointer) throws(ByteFault) {
    switch kind {
    case .chunk: chunk = try Chunk(body, through: last)
    case .resumption: isResumption = true
    // Damaged digests do not make the actions unreadable.
    case .digests: if let read = try? StateDigests(from: body) { digests.append(read) }
    default: break
    }
  }

  /// The chunk; `nil` if the index says something else about the frame.
  func chunk(of frame: FrameIndex.Entry, number: Int) -> Chunk? {
    guard let chunk, chunk.steps == frame.steps,
      isResumption == frame.kinds.contains(.of(.resumption))
    else { return nil }
    (chunk.digests, chunk.frame) = (digests, number)
    return chunk
  }
}

/// The last two chunks that were read: the way to a step may begin in the chunk before its own.
struct RecentChunks {
  typealias Entry = (frame: Int, chunk: Chunk)
  private(set) var last: Entry?
  private var before: Entry?

  func chunk(in frame: Int) -> Chunk? {
    if let last, last.frame == frame { return last.chunk }
    if let before, before.frame == frame { return before.chunk }
    return nil
  }

  mutating func cache(_ chunk: Chunk, in frame: Int) {
    if last?.frame != frame { before = last }
    last = (frame, chunk)
  }
}

/// Reads one chunk on a thread other than the log's own.
package struct ChunkReading: Sendable {
  /// The chunk; `nil` if anything is wrong with it. To get the error, ask the log for the chunk.
  package let read: @Sendable () -> Chunk?

  package init(_ read: @escaping @Sendable () -> Chunk?) { self.read = read }

  /// Reads the chunk of a log's frame.
  fileprivate init(
    _ source: any LogSource, at offset: Int, _ frame: FrameIndex.Entry, number: Int
  ) {
    self.init {
      guard case .success(let content)? = try? source.content(at: offset, count: frame.length)
      else { return nil }
      var records = ChunkRecords()
      let fault = RecordStream.forEach(in: content) { kind, body throws(ByteFault) in
        try records.add(kind, body)
      }
      return fault == nil ? records.chunk(of: frame, number: number) : nil
    }
  }
}

extension LogReader {
  /// Reads the chunks with actions of `steps` on other threads, in order.
  package func readings(of steps: ClosedRange<Step>) -> [ChunkReading] {
    chunks.places(of: steps).map {
      ChunkReading(source, at: offsets[$0.frame], index.frames[$0.frame], number: $0.frame)
    }
  }

  /// Caches a chunk that was read elsewhere, as if the log had read it.
  package func cache(_ chunk: Chunk) {
    let frame = chunk.frame
    guard index.frames.indices.contains(frame), chunk.steps == index.frames[frame].steps,
      recentChunks.chunk(in: frame) !== chunk
    else { return }
    recentChunks.cache(chunk, in: frame)
  }
}
