import PlayheadCoding
import PlayheadReading
import PlayheadLog

extension ChunkDraft {
  /// The body of the chunk's record.
  func encoded(_ names: Names, _ effort: ColumnEffort) throws -> [UInt8] {
    let body = ByteBuffer()
    try encode(names, effort, to: body)
    return body.array
  }
}

extension Chunk {
  /// The body of a chunk with the actions that were read.
  func written(_ effort: ColumnEffort) throws -> [UInt8] {
    let draft = ChunkDraft(firstStep: head.firstStep)
    for index in 0..<head.count {
      payload(of: index) { shape, row in
        let facts = ActionFacts(
          type: Int(head.typeColumn[index]), shape: shape, moment: head.moments[index],
          cause: head.cause(of: index))
        draft.append(facts, row: row)
      }
      forEachDraw(of: index) { draft.appendDraw(of: index, shape: $0, row: $1) }
      guard index < head.changedColumn.count else { continue }
      draft.setOutcome(
        of: index, changed: Int(head.changedColumn[index]), nanoseconds: head.durations[index])
    }
    return try draft.encoded(
      .init(
        shapes: shapes, types: head.types, storeSets: head.storeSets, timing: head.timing,
        clockStep: 1), effort)
  }
}
