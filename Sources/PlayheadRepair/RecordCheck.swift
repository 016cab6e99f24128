import PlayheadCoding
import PlayheadLog
import PlayheadReading

/// Reads each record of the frames completely, and gathers what they say about the log.
struct RecordCheck {
  /// The stores so far.
  private(set) var storeLists: StoreListHistory
  private(set) var checkpoints: [Step] = []
  private(set) var gaps: [Gap] = []
  /// The step in the end record, unless actions follow it.
  private(set) var end: Step?
  /// The first step of the last frame's own or later records, if known: earlier records must come before it.
  private(set) var front: Step?

  init(_ storeLists: StoreListHistory) { self.storeLists = storeLists }

  /// Reads the unpacked records of the next frame, whose file has `length` bytes. Returns what is wrong with the first
  /// bad one, or `nil`.
  mutating func read(_ content: [UInt8], length: Int) -> String? {
    storeLists.memory.allow(forFrameOf: length)
    front = nil
    return RecordStream.forEach(in: content) { kind, body throws(ByteFault) in
      try read(kind, body)
    }
  }

  private mutating func read(
    _ kind: RecordKind?, _ body: UnsafeRawBufferPointer
  ) throws(ByteFault) {
    switch kind {
    case .header: _ = try LogHeader(from: body)
    case .checkpoint:
      let step = try Checkpoint(from: body).checkStates()
      try storeLists.apply(.checkpoint, body)
      checkpoints.append(step)
      front = front ?? step.next
    case .chunk:
      let chunk = try Chunk(body)
      try chunk.checkPayloads()
      front = front ?? chunk.steps.lowerBound
      // A recorder that failed to begin another segment goes on after the end.
      end = nil
    case .note: _ = try Note(from: body)
    case .gap:
      let gap = try Gap(from: body)
      gaps.append(gap)
      front = front ?? gap.steps.lowerBound
    case .digests: _ = try StateDigests(from: body)
    case .end: end = try RecordingEnd(from: body).step
    case .storeList:
      let (storeList, states) = try StoreList.read(from: body)
      _ = try states.checkStates()
      try storeLists.apply(storeList, states)
    case .flushMark: _ = try FlushMark(from: body)
    case .resumption: _ = try Resumption(from: body)
    case nil: break
    }
  }
}
