import PlayheadCoding
import PlayheadLog

/// Actions of several chunks, as rows, that are to become one chunk.
final class ChunkJoiner {
  /// As many actions as may be in one chunk: more of them pack better, but twice as many would save a hundredth, and take
  /// twice as long to read.
  private static let largestCount = 32_768
  /// What their rows, and the records in front of such a chunk, may take.
  static let byteLimit = 1 << 20

  private let pool = ShapePool()
  private var types = Numbering<ActionType, ActionType>()
  private var storeSets = Numbering<[Int], [Int]>()
  private var draft: ChunkDraft?
  private var timing = Timing.coarse

  /// Reads a chunk's body so that its actions can be taken.
  func read(_ body: UnsafeRawBufferPointer) throws(ByteFault) -> Chunk {
    try Chunk(body, pool: pool)
  }

  /// Whether these actions go on where those that were taken end, and leave the chunk small enough.
  func hasRoom(for chunk: Chunk) -> Bool {
    guard let draft else { return true }
    return chunk.head.firstStep == Step(draft.firstStep.number + UInt64(draft.count))
      && chunk.head.timing == timing && !draft.isOpen
      && draft.count + chunk.head.count <= Self.largestCount
      && draft.rows.count + chunk.rowBytes <= Self.byteLimit
  }

  /// Takes the actions of those steps; there is room for them.
  func take(_ chunk: Chunk, _ steps: ClosedRange<Step>) {
    let steps = steps.clamped(to: chunk.steps)
    let draft = self.draft ?? ChunkDraft(firstStep: steps.lowerBound)
    self.draft = draft
    timing = chunk.head.timing
    let first = chunk.head.firstStep.number
    for index in Int(steps.lowerBound.number - first)...Int(steps.upperBound.number - first) {
      take(chunk, index, into: draft)
    }
  }

  private func take(_ chunk: Chunk, _ index: Int, into draft: ChunkDraft) {
    let head = chunk.head
    chunk.payload(of: index) { (shape, row) in
      draft.append(
        ActionFacts(
          type: types.number(of: head.types[Int(head.typeColumn[index])]), shape: shape,
          moment: head.moments[index], cause: head.cause(of: index)), row: row)
    }
    let place = draft.count - 1
    chunk.forEachDraw(of: index) { (shape, row) in
      draft.appendDraw(of: place, shape: shape, row: row)
    }
    guard index < head.changedColumn.count else { return }
    let changed = storeSets.number(of: head.storeSets[Int(head.changedColumn[index])])
    draft.setOutcome(of: place, changed: changed, nanoseconds: head.durations[index])
  }

  /// The chunk, after which there are no actions again.
  func finish() -> (draft: ChunkDraft, names: ChunkDraft.Names)? {
    defer { draft = nil }
    return draft.map { draft in
      let names = ChunkDraft.Names(
        shapes: pool.shapes, types: types.all, storeSets: storeSets.all, timing: timing,
        clockStep: 1)
      return (draft, names)
    }
  }
}
