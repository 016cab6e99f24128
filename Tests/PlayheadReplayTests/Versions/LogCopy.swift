import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import Testing

/// Writes a log again, row by row, as a tool does that has none of the app's types.
struct LogCopy {
  let log: LogReader

  /// The copy; `states` is written as a checkpoint behind the chunk that ends with its step.
  func written(
    with states: (step: Step, of: any Encodable, version: Int)? = nil
  ) throws -> LogReader {
    let url = FileManager.default.temporaryDirectory.appending(path: "copy-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    let initial = try #require(try log.checkpoints().first)
    let writer = try LogWriter(
      SystemDisk().createLog(url.path(percentEncoded: false)), header: log.header,
      checkpoint: copy(of: initial),
      shapes: initial.shapes, isSynced: false, on: SystemDisk())
    for steps in log.steps {
      var step = steps.lowerBound
      while step <= steps.upperBound {
        let chunk = try log.chunk(holding: step)
        try writer.write(copy(of: chunk), names(of: chunk))
        if let states, chunk.head.lastStep == states.step { try write(states, with: writer) }
        step = chunk.head.lastStep.next
      }
    }
    try writer.close(at: log.lastStep, try log.entry(at: log.lastStep).moment)
    return try LogReader(bytes: [UInt8](try Data(contentsOf: url)), name: "copy")
  }

  private func copy(of checkpoint: Checkpoint) -> CheckpointDraft {
    var draft = CheckpointDraft(step: checkpoint.step)
    for store in 0..<checkpoint.storeCount {
      checkpoint.state(of: store) { (shape, row) in
        draft.append(shape: shape, row: row, version: checkpoint.version(of: store))
      }
    }
    return draft
  }

  private func write(
    _ states: (step: Step, of: any Encodable, version: Int), with writer: LogWriter
  ) throws {
    let rows = RowEncoding()
    var draft = CheckpointDraft(step: states.step)
    let shape = try rows.encode(states.of)
    draft.append(shape: shape, row: rows.bytes.bytes, version: states.version)
    try writer.write(draft, shapes: rows.shapes)
  }

  private func names(of chunk: Chunk) -> ChunkDraft.Names {
    ChunkDraft.Names(
      shapes: chunk.shapes, types: chunk.head.types, storeSets: chunk.head.storeSets,
      timing: chunk.head.timing)
  }

  private func copy(of chunk: Chunk) -> ChunkDraft {
    let head = chunk.head
    let draft = ChunkDraft(firstStep: head.firstStep)
    for index in 0..<head.count {
      chunk.payload(of: index) { (shape, row) in
        draft.append(
          ActionFacts(
            type: Int(head.typeColumn[index]), shape: shape, moment: head.moments[index],
            cause: head.cause(of: index)), row: row)
      }
      draft.setOutcome(
        of: index, changed: Int(head.changedColumn[index]), nanoseconds: head.durations[index])
    }
    return draft
  }
}
