import PlayheadCoding
import PlayheadLog

/// Reads each record of a frame completely, and continues after unreadable ones.
struct RecordCheck {
  /// The stores after the frame.
  private(set) var storeLists: StoreListHistory
  private(set) var checkpoints: [Step] = []
  /// The gaps, and the indexes of their records.
  private(set) var gaps: [(record: Int, gap: Gap)] = []
  private(set) var end: Step?
  /// The steps of the chunk.
  private(set) var steps: ClosedRange<Step>?
  /// What is wrong with the first bad record.
  private(set) var fault: String?
  /// The bad records, by index, and their kinds.
  private(set) var lost: Set<Int> = []
  private(set) var lostKinds: RecordKinds = []
  /// The number of records.
  private(set) var count = 0

  init(_ storeLists: StoreListHistory) { self.storeLists = storeLists }

  /// The first step of the frame's own or later records, if known.
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
      // A chunk after an end: the recorder was stopped while it began another segment.
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

/// The part of a frame that can be kept, and its place among the steps.
struct CheckedFrame {
  var remains: FrameRemains
  /// The first step of the frame's own or later records: earlier records must come before it.
  var front: Step?
}

/// The part of a frame that can be kept.
enum FrameRemains {
  case all
  /// All records except these, by index.
  case without(Set<Int>)
  case nothing

  /// The same without further records.
  func without(_ records: Set<Int>) -> Self {
    switch self {
    case .all: .without(records)
    case .without(let others): .without(others.union(records))
    case .nothing: .nothing
    }
  }
}

extension FrameRemains {
  /// The frame with the records that can be kept; `nil` if there are none.
  func of(_ frame: [UInt8]) -> [UInt8]? {
    switch self {
    case .nothing: nil
    case .all: frame
    case .without(let records): Self.frame(frame, without: records)
    }
  }

  private static func frame(_ frame: [UInt8], without lost: Set<Int>) -> [UInt8]? {
    guard let content = try? RecordStream.content(of: frame).get() else { return nil }
    let kept = ByteBuffer()
    content.withUnsafeBytes { content in
      var (stream, number) = (RecordStream(content), 0)
      while let (kind, body) = try? stream.nextNumbered() {
        if !lost.contains(number) {
          kept.append(varint: kind)
          kept.append(sized: body)
        }
        number += 1
      }
    }
    guard kept.count > 0 else { return nil }
    let frame = ByteBuffer(capacity: kept.count)
    LZ4Frame.append(kept.bytes, to: frame)
    return frame.array
  }
}
