package import PlayheadCoding

/// What a log holds beside its actions, and the first damage, besides what opening the log told, that kept
/// some of it from being read.
package struct LogAsides {
  package private(set) var notes: [Note] = []
  package private(set) var gaps: [Gap] = []
  /// The steps whose states the log holds.
  package private(set) var checkpoints: [Step] = []
  package private(set) var end: Moment?
  /// The step that the end's record names as the last.
  private(set) var lastStep = Step.initial
  package internal(set) var hasDigests = false
  package internal(set) var fault: LogError?
  /// How much memory may still be taken.
  package var memory = MemoryBudget()

  /// Takes in a record; states are not unpacked.
  mutating func take(
    _ kind: RecordKind?, _ body: UnsafeRawBufferPointer
  ) throws(ByteFault) {
    switch kind {
    case .note:
      try memory.take(MemoryLayout<Note>.stride, for: body)
      notes.append(try Note(from: body))
    case .gap:
      try memory.take(MemoryLayout<Gap>.stride, for: body)
      gaps.append(try Gap(from: body))
    case .checkpoint:
      try memory.take(MemoryLayout<Step>.stride)
      var reader = RecordStream.reader(of: body)
      checkpoints.append(try reader.step())
    case .end:
      let end = try RecordingEnd(from: body)
      (self.end, lastStep) = (end.moment, end.step)
    case .header, .chunk, .digests, .storeList, .flushMark, nil: break
    }
  }
}
