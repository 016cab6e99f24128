import PlayheadCoding
import PlayheadLog

/// A walk over the records of a frame that reads each of them to its last value, and goes on behind those
/// that are wrong: a frame whose checksum fits costs no more than what is wrong in it.
struct RecordCheck {
  /// Which stores there are behind the frame.
  private(set) var storeLists: StoreListHistory
  private(set) var checkpoints: [Step] = []
  /// The gaps, and where among the records each is.
  private(set) var gaps: [(record: Int, gap: Gap)] = []
  private(set) var end: Step?
  /// The steps of the chunk.
  private(set) var steps: ClosedRange<Step>?
  /// What is wrong with the first record that is not right.
  private(set) var fault: String?
  /// Which records are not right, by their places, and their kinds.
  private(set) var lost: Set<Int> = []
  private(set) var lostKinds: RecordKinds = []
  /// How many records there are.
  private(set) var count = 0

  init(_ storeLists: StoreListHistory) { self.storeLists = storeLists }

  /// The first step of those that come with the frame or behind it, if it tells.
  var front: Step? {
    steps?.lowerBound ?? gaps.map(\.gap.steps.lowerBound).max() ?? checkpoints.max()?.next
  }

  /// Reads the unpacked records of a frame.
  mutating func read(_ content: [UInt8]) {
    content.withUnsafeBytes { readRecords($0) }
  }

  private mutating func readRecords(_ content: UnsafeRawBufferPointer) {
    var stream = RecordStream(content)
    do throws(ByteFault) {
      while let (kind, body) = try stream.next() {
        read(kind, body)
        count += 1
      }
    } catch {
      fault = fault ?? error.sentence
    }
  }

  private mutating func read(_ kind: RecordKind?, _ body: UnsafeRawBufferPointer) {
    do throws(ByteFault) {
      try take(kind, body)
    } catch {
      fault = fault ?? error.sentence
      lost.insert(count)
      if let kind { lostKinds.insert(.of(kind)) }
    }
  }

  private mutating func take(
    _ kind: RecordKind?, _ body: UnsafeRawBufferPointer
  ) throws(ByteFault) {
    switch kind {
    case .header: try storeLists.take(.header, body)
    case .checkpoint:
      let step = try Checkpoint(from: body).checkStates()
      try storeLists.take(.checkpoint, body)
      checkpoints.append(step)
    case .chunk:
      // What goes on has not ended: its recorder was stopped while it went on to another segment.
      end = nil
      let chunk = try Chunk(body)
      try chunk.checkPayloads()
      steps = chunk.steps
    case .note: _ = try Note(from: body)
    case .gap: gaps.append((count, try Gap(from: body)))
    case .digests: _ = try StateDigests(from: body)
    case .end: end = try RecordingEnd(from: body).step
    case .storeList:
      let (storeList, states) = try StoreList.read(from: body)
      _ = try states.checkStates()
      try storeLists.take(storeList, states)
    case .flushMark: _ = try FlushMark(from: body)
    case nil: break
    }
  }
}
