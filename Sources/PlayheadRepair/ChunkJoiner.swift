import PlayheadCoding
import PlayheadReading
import PlayheadLog

/// Joins the actions of several chunks into one chunk.
final class ChunkJoiner {
  /// The largest number of actions in a chunk: twice as many save a hundredth, and take twice as long to
  /// read.
  private static let largestCount = 32_768
  /// The largest size of the rows of a chunk, and of the records before it.
  static let byteLimit = 1 << 20

  private let pool = ShapePool()
  private var copy: ChunkCopy?
  private var timing = Timing.coarse

  /// Reads the body of a chunk, in preparation of `take`.
  func read(_ body: UnsafeRawBufferPointer) throws(ByteFault) -> Chunk {
    try Chunk(body, pool: pool)
  }

  /// Whether the actions follow those taken so far, and leave the chunk small enough.
  func hasRoom(for chunk: Chunk) -> Bool {
    guard let copy else { return true }
    return chunk.head.firstStep == copy.nextStep && chunk.head.timing == timing
      && !copy.draft.isOpen && copy.draft.count + chunk.head.count <= Self.largestCount
      && copy.draft.rows.count + chunk.rowBytes <= Self.byteLimit
  }

  /// Appends the actions of some steps, for which there must be room.
  func append(_ chunk: Chunk, _ steps: ClosedRange<Step>) {
    let steps = steps.clamped(to: chunk.steps)
    let copy = self.copy ?? ChunkCopy(firstStep: steps.lowerBound)
    self.copy = copy
    timing = chunk.head.timing
    let first = chunk.head.firstStep.number
    for index in Int(steps.lowerBound.number - first)...Int(steps.upperBound.number - first) {
      copy.append(chunk, index, cause: chunk.head.cause(of: index))
    }
  }

  /// The chunk of all taken actions; `nil` if there are none.
  func finish() -> (draft: ChunkDraft, names: ChunkDraft.Names)? {
    defer { copy = nil }
    return copy.map { ($0.draft, $0.names(shapes: pool.shapes, timing: timing)) }
  }
}
