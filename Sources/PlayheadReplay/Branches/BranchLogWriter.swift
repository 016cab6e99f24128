import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog

/// Writes the actions of a branch as a log.
final class BranchLogWriter {
  private let writer: LogWriter
  private var draft: (copy: ChunkCopy, source: Chunk)?
  private let drawRows = RowEncoding()
  private var last: Moment
  /// The longest time between two actions, in nanoseconds.
  private let longestGap: Int64?
  /// How much time was left out so far because of that limit.
  private var leftOut: Int64 = 0

  init(
    _ file: OutputFile, _ header: LogHeader,
    _ state: (checkpoint: CheckpointDraft, shapes: [Shape]),
    longestGap: Int64?
  ) throws {
    self.longestGap = longestGap
    writer = try LogWriter(
      into: file, header: header, checkpoint: state.checkpoint, shapes: state.shapes)
    last = header.start
  }

  /// The outcome of an action.
  struct Outcome {
    var changed: [Int]
    var draws: [Draw]
    var nanoseconds: Int64
  }

  /// Writes the next action. A moved action, or one from the past, gets the time of the action before it.
  func append(_ action: LoggedAction, isElsewhere: Bool, _ outcome: Outcome) throws {
    try append(action, isElsewhere: isElsewhere)
    guard let copy = draft?.copy else { return }
    for draw in outcome.draws {
      let shape = try drawRows.encode(draw)
      copy.appendDraw(shape: action.chunk.shapes.count + shape, row: drawRows.bytes.bytes)
    }
    copy.setOutcome(changed: outcome.changed, nanoseconds: outcome.nanoseconds)
  }

  /// Writes the last action, without an outcome.
  func append(_ action: LoggedAction, isElsewhere: Bool = false) throws {
    let chunk = action.chunk
    if draft?.source !== chunk { try flush() }
    let copy = draft?.copy ?? ChunkCopy(firstStep: action.step)
    let own = withoutGap(action.moment)
    if !isElsewhere, own.monotonic >= last.monotonic { last = own }
    copy.appendPayload(of: chunk, action.index, at: last, cause: action.cause)
    draft = (copy, chunk)
  }

  /// The time without the gaps that were left out. Clamped, because times in a forged log may go back and forth.
  private func withoutGap(_ moment: Moment) -> Moment {
    let gap = Int128(moment.monotonic) - Int128(leftOut) - Int128(last.monotonic)
    if let longestGap, gap > longestGap { leftOut += Int64(gap) - longestGap }
    return Moment(
      monotonic: Int64(clamping: Int128(moment.monotonic) - Int128(leftOut)),
      wall: Int64(clamping: Int128(moment.wall) - Int128(leftOut)))
  }

  /// Writes that the next action goes on from an earlier step.
  func resume(_ resumption: Resumption) throws {
    try flush()
    writer.resume(resumption)
  }

  func add(_ digests: StateDigests) { writer.add(digests) }

  func add(_ step: Step, _ text: String) {
    writer.add(Note(step: step, moment: last, text: text))
  }

  func add(_ storeList: StoreList, _ states: CheckpointDraft, shapes: [Shape]) throws {
    try writer.add(storeList, states, shapes: shapes)
  }

  func close(at step: Step) throws {
    try flush()
    try writer.close(at: step, last)
  }

  private func flush() throws {
    guard let (copy, source) = draft else { return }
    draft = nil
    try writer.write(
      copy.draft,
      copy.names(
        shapes: source.shapes + drawRows.shapes, timing: source.head.timing,
        clockStep: ChunkDraft.clockStep))
  }
}
