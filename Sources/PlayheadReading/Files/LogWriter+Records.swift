package import PlayheadCoding
package import PlayheadLog

/// Logs that tools write, record by record.
extension LogWriter {
  /// Writes the first frame of a log that does not have its name yet.
  package convenience init(
    into output: OutputFile, header: LogHeader, checkpoint: CheckpointDraft, shapes: [Shape]
  ) throws {
    self.init(ofFramesInto: output.file)
    try append(SegmentBeginning(header, checkpoint, DecodingCore(shapes: shapes)).frame())
  }

  /// Writes a log of frames that are made elsewhere.
  package convenience init(ofFramesInto output: OutputFile) { self.init(ofFramesInto: output.file) }

  /// Keeps a note for the next frame.
  package func add(_ note: Note) { waiting.add(note) }

  /// Keeps a gap for the next frame.
  package func add(_ gap: Gap) { waiting.add(gap) }

  /// Keeps digests for the next frame.
  package func add(_ digests: StateDigests) { waiting.add(digests) }

  /// Notes that the next action, the first of its chunk, is applied to the state of an earlier step.
  package func resume(_ resumption: Resumption) { waiting.resume(resumption) }

  /// Keeps a store list with all names so far, and the states of the stores that arrived, for the next frame.
  /// Large records do not wait.
  package func add(_ storeList: StoreList, _ states: CheckpointDraft, shapes: [Shape]) throws {
    try waiting.add(storeList, states, shapes: DecodingCore(shapes: shapes))
    if waiting.isLarge { try append(waiting.frame()) }
  }

  /// Writes a frame with the state at a step, and the waiting records.
  package func write(_ checkpoint: CheckpointDraft, shapes: [Shape]) throws {
    try waiting.add(checkpoint, shapes: DecodingCore(shapes: shapes))
    try append(waiting.frame())
  }

  /// Writes a frame with a chunk, and the waiting records.
  package func write(_ draft: ChunkDraft, _ names: ChunkDraft.Names) throws {
    guard draft.count > 0 else { return }
    try append(waiting.frame(of: draft, names))
  }

  /// Ends the log: writes the waiting records, the end's record, and the index.
  package func close(
    at step: Step, _ moment: Moment, _ cause: RecordingEnd.Cause = .closed
  ) throws {
    waiting.add(RecordingEnd(step: step, moment: moment, cause: cause))
    try append(waiting.frame())
    try writeIndex()
  }
}
