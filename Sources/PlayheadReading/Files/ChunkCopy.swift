package import PlayheadCoding
package import PlayheadLog

/// A new chunk that is filled with actions from other chunks. Copies rows unchanged, so that fields unknown
/// to this build survive.
package final class ChunkCopy {
  package let draft: ChunkDraft
  private var types = Numbering<ActionType, ActionType>()
  private var storeSets = Numbering<[Int], [Int]>()

  package init(firstStep: Step) { draft = ChunkDraft(firstStep: firstStep) }

  /// The step of the next action.
  package var nextStep: Step { Step(draft.firstStep.number + UInt64(draft.count)) }

  /// Appends an action of a chunk with its draws and its outcome, if it has one.
  package func append(_ chunk: Chunk, _ index: Int, cause: Step?) {
    let head = chunk.head
    appendPayload(of: chunk, index, at: head.moments[index], cause: cause)
    chunk.forEachDraw(of: index) { (shape, row) in appendDraw(shape: shape, row: row) }
    guard index < head.changedColumn.count else { return }
    setOutcome(
      changed: head.storeSets[Int(head.changedColumn[index])], nanoseconds: head.durations[index])
  }

  /// Appends an action of a chunk without draws and outcome.
  package func appendPayload(
    of chunk: Chunk, _ index: Int, at moment: Moment, cause: Step?
  ) {
    let type = types.number(of: chunk.head.types[Int(chunk.head.typeColumn[index])])
    chunk.payload(of: index) { (shape, row) in
      draft.append(ActionFacts(type: type, shape: shape, moment: moment, cause: cause), row: row)
    }
  }

  /// Adds a draw to the last action.
  package func appendDraw(shape: Int, row: UnsafeRawBufferPointer) {
    draft.appendDraw(of: draft.count - 1, shape: shape, row: row)
  }

  /// Adds the outcome of the last action.
  package func setOutcome(changed: [Int], nanoseconds: Int64) {
    draft.setOutcome(
      of: draft.count - 1, changed: storeSets.number(of: changed), nanoseconds: nanoseconds)
  }

  /// The names of the chunk's numbers; `shapes` are those of the copied rows.
  package func names(
    shapes: [Shape], timing: Timing, clockStep: UInt64 = 1
  ) -> ChunkDraft.Names {
    ChunkDraft.Names(
      shapes: shapes, types: types.all, storeSets: storeSets.all, timing: timing,
      clockStep: clockStep)
  }
}

extension ChunkDraft.Names {
  /// Names for shapes that are numbered from 0.
  package init(
    shapes: [Shape], types: [ActionType], storeSets: [[Int]], timing: Timing,
    clockStep: UInt64 = ChunkDraft.clockStep
  ) {
    self.init(
      shapes: DecodingCore(shapes: shapes), types: types, storeSets: storeSets, timing: timing,
      clockStep: clockStep)
  }
}
