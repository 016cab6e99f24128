package import PlayheadLog
import PlayheadCoding

/// The information that a frame adds to the log: its kinds of records, and the data for the index.
package struct FrameFacts {
  package private(set) var kinds: RecordKinds = []
  package private(set) var header: LogHeader?
  /// The step of the first checkpoint in it.
  package private(set) var checkpoint: Step?
  package private(set) var chunk: ChunkFacts?
  /// The steps of its chunk and its gaps, from the first to the last.
  package private(set) var steps: ClosedRange<Step>?
  /// The step in the end record.
  package private(set) var end: Step?
  /// What the chunk's first action goes on from, if that is not the action before it.
  package private(set) var resumption: Resumption?
  /// The tag of the frame's session, if the frame has one.
  package private(set) var session: UInt32?

  package init() {}

  /// The index's data about a chunk.
  package struct ChunkFacts {
    package var firstStep: Step
    package var count: Int
    package var types: [FrameIndex.TypeCount]
  }

  /// Reads a frame of data. Returns what is wrong with it, or `nil`.
  package mutating func read(_ frame: [UInt8]) -> String? {
    switch RecordStream.content(of: frame) {
    case .success(let content): read(content: content)
    case .failure(let fault): fault.sentence
    }
  }

  /// Reads the unpacked records of a frame. Returns what is wrong with them, or `nil`.
  package mutating func read(content: [UInt8]) -> String? {
    let fault = RecordStream.forEach(in: content) { kind, body throws(ByteFault) in
      try add(kind, body)
    }
    if let resumption, fault == nil, chunk?.firstStep != resumption.step.next {
      return "it does not have the action with which the session went on"
    }
    return fault
  }

  private mutating func add(
    _ kind: RecordKind?, _ body: UnsafeRawBufferPointer
  ) throws(ByteFault) {
    guard let kind else { return }
    kinds.insert(.of(kind))
    var reader = RecordStream.reader(of: body)
    switch kind {
    case .header:
      if try LogHeader.version(from: body) == LogFormat.version {
        header = try LogHeader(from: body)
      }
    case .checkpoint:
      let step = try reader.step()
      checkpoint = checkpoint ?? step
    case .chunk:
      guard chunk == nil else { throw ByteFault.malformed("a second chunk in a frame", at: 0) }
      let head = try ChunkHead(body)
      try add(head.steps)
      chunk = ChunkFacts(head)
      end = nil
    case .end: end = try RecordingEnd(from: body).step
    case .gap: try add(Gap(from: body).steps)
    case .flushMark: session = try FlushMark(from: body).session
    case .resumption:
      guard resumption == nil else { throw ByteFault.malformed("the only resumption", at: 0) }
      resumption = try Resumption(from: body)
    default: break
    }
  }

  private mutating func add(_ new: ClosedRange<Step>) throws(ByteFault) {
    if let steps, new.lowerBound <= steps.upperBound {
      throw ByteFault.malformed("steps that follow those before them", at: 0)
    }
    steps = (steps?.lowerBound ?? new.lowerBound)...new.upperBound
  }
}

extension FrameFacts {
  /// The index entry for the frame.
  package func entry(length: Int) -> FrameIndex.Entry {
    FrameIndex.Entry(
      length: length, kinds: kinds, firstStep: chunk?.firstStep.number ?? 0,
      count: chunk?.count ?? 0)
  }
}

extension FrameFacts.ChunkFacts {
  package init(_ head: ChunkHead) {
    firstStep = head.firstStep
    count = head.count
    var counts = [Int](repeating: 0, count: head.types.count)
    for type in head.typeColumn { counts[Int(type)] += 1 }
    types = zip(head.types, counts).filter { $0.1 > 0 }.map { .init(type: $0, count: $1) }
  }
}
