import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog

/// Writes the actions of a branch as a log.
final class BranchLogWriter {
  let log: LogWriter
  private var draft: (copy: ChunkCopy, source: Chunk)?
  private let drawRows = RowEncoding()
  /// The time of the last action.
  private(set) var last: Moment
  /// The longest time between two actions, in nanoseconds.
  private let longestGap: Int64?
  /// How much time was left out so far because of that limit.
  private var leftOut: Int64 = 0

  /// Writes into a log that begins at `start`.
  init(_ log: LogWriter, from start: Moment, longestGap: Int64?) {
    (self.log, last, self.longestGap) = (log, start, longestGap)
  }

  /// Writes the next action, without an outcome. A moved action, or one from the past, gets the time of the action
  /// before it.
  func append(_ action: LoggedAction, isMoved: Bool = false) throws {
    if draft?.source !== action.chunk { try flush() }
    let copy = draft?.copy ?? ChunkCopy(firstStep: action.step)
    let own = withoutGap(action.moment)
    if !isMoved, own.monotonic >= last.monotonic { last = own }
    copy.appendPayload(of: action.chunk, action.index, at: last, cause: action.cause)
    draft = (copy, action.chunk)
  }

  /// Writes the outcome of the last action.
  func setOutcome(changed: [Int], draws: [Draw], nanoseconds: Int64) throws {
    guard let draft else { return }
    for draw in draws {
      let shape = try drawRows.encode(draw)
      draft.copy.appendDraw(
        shape: draft.source.shapes.count + shape, row: drawRows.bytes.bytes)
    }
    draft.copy.setOutcome(changed: changed, nanoseconds: nanoseconds)
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
    log.resume(resumption)
  }

  func close(at step: Step, _ cause: RecordingEnd.Cause) throws {
    try flush()
    try log.close(at: step, last, cause)
  }

  private func flush() throws {
    guard let (copy, source) = draft else { return }
    draft = nil
    try log.write(
      copy.draft,
      copy.names(
        shapes: source.shapes + drawRows.shapes, timing: source.head.timing,
        clockStep: ChunkDraft.clockStep))
  }
}
