import PlayheadCoding
import PlayheadFlux
import PlayheadFiles
import PlayheadLog

/// Writes the actions of a branch as a log. Payloads are copied as they are, so that nothing of them gets lost
/// that this build has no type for.
final class BranchLogWriter {
  private let writer: LogWriter
  private var draft: (chunk: ChunkDraft, source: Chunk)?
  private var types = Numbering<ActionType, ActionType>()
  private var storeSets = Numbering<[Int], [Int]>()
  private let drawRows = RowEncoding()
  private var last: Moment
  /// Between two actions there is no more time than this, in nanoseconds; …
  private let longestGap: Int64?
  /// … so much has been left out so far.
  private var leftOut: Int64 = 0

  init(
    _ file: OutputFile, _ header: LogHeader,
    _ state: (checkpoint: CheckpointDraft, shapes: [Shape]),
    longestGap: Int64? = nil
  ) throws {
    self.longestGap = longestGap
    writer = try LogWriter(
      into: file, header: header, checkpoint: state.checkpoint, shapes: state.shapes)
    last = header.start
  }

  /// What came of an action.
  struct Outcome {
    var changed: [Int]
    var draws: [Draw]
    var nanoseconds: Int64
  }

  /// The next action. One that comes before its own time comes at that of the one before it, and so does one
  /// that has none.
  func append(
    _ action: LoggedAction, isElsewhere: Bool, _ outcome: Outcome
  ) throws {
    let draft = try append(action, isElsewhere: isElsewhere)
    for draw in outcome.draws {
      let shape = try drawRows.encode(draw)
      draft.appendDraw(
        of: draft.count - 1, shape: action.chunk.shapes.count + shape, row: drawRows.bytes.bytes)
    }
    draft.setOutcome(
      of: draft.count - 1, changed: storeSets.number(of: outcome.changed),
      nanoseconds: outcome.nanoseconds)
  }

  /// The next action without an outcome, which is the last.
  @discardableResult func append(_ action: LoggedAction, isElsewhere: Bool = false) throws
    -> ChunkDraft
  {
    let chunk = action.chunk
    if draft?.source !== chunk { try flush() }
    let draft = draft?.chunk ?? ChunkDraft(firstStep: action.step)
    self.draft = (draft, chunk)
    let own = withoutGap(chunk.head.moments[action.index])
    let moment = isElsewhere || own.monotonic < last.monotonic ? last : own
    last = moment
    try chunk.payload(of: action.index) { (shape, row) throws in
      let facts = ActionFacts(
        type: types.number(of: action.type), shape: shape, moment: moment, cause: action.cause)
      draft.append(facts, row: row)
    }
    return draft
  }

  private func withoutGap(_ moment: Moment) -> Moment {
    let gap = moment.monotonic - leftOut - last.monotonic
    if let longestGap, gap > longestGap { leftOut += gap - longestGap }
    return Moment(monotonic: moment.monotonic - leftOut, wall: moment.wall - leftOut)
  }

  func add(_ digests: StateDigests) { writer.add(digests) }

  func add(_ step: Step, _ text: String) {
    writer.add(Note(step: step, moment: last, text: text))
  }

  func add(_ storeList: StoreList, _ states: CheckpointDraft, shapes: [Shape]) throws {
    try writer.add(storeList, states, shapes: shapes)
  }

  /// Ends the log.
  func close(at step: Step) throws {
    try flush()
    try writer.close(at: step, last)
  }

  private func flush() throws {
    guard let (chunk, source) = draft else { return }
    draft = nil
    try writer.write(
      chunk,
      .init(
        shapes: source.shapes + drawRows.shapes, types: types.all, storeSets: storeSets.all,
        timing: source.head.timing))
  }
}
