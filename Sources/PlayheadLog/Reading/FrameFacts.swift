import PlayheadCoding

/// What a frame contributes to the log as a whole: its kinds of records, and what the index and the parts are made of.
package struct FrameFacts {
  package private(set) var kinds: RecordKinds = []
  package private(set) var header: LogHeader?
  /// The format's version, if the header is of another one than this build reads.
  package private(set) var otherVersion: UInt64?
  /// The step of the first state in it.
  package private(set) var checkpoint: Step?
  package private(set) var chunk: ChunkFacts?
  /// The steps of its gaps.
  package private(set) var gaps: [ClosedRange<Step>] = []
  /// The step that the end's record names.
  package private(set) var end: Step?
  /// What stands for the recording that the frame belongs to, if it says so.
  package private(set) var session: UInt32?

  package init() {}

  /// What a chunk says without its columns.
  package struct ChunkFacts {
    package var firstStep: Step
    package var count: Int
    package var types: [FrameIndex.TypeCount]
  }

  /// Reads a frame of data; says what is wrong with it, or nil.
  package mutating func read(_ frame: [UInt8]) -> String? {
    RecordStream.forEach(inFrame: frame) { kind, body throws(ByteFault) in
      try take(kind, body)
    }
  }

  /// Reads the unpacked records of a frame; says what is wrong with them, or nil.
  package mutating func read(content: [UInt8]) -> String? {
    RecordStream.forEach(in: content) { kind, body throws(ByteFault) in
      try take(kind, body)
    }
  }

  private mutating func take(
    _ kind: RecordKind?, _ body: UnsafeRawBufferPointer
  ) throws(ByteFault) {
    guard let kind else { return }
    kinds.insert(.of(kind))
    var reader = RecordStream.reader(of: body)
    switch kind {
    case .header:
      let version = try LogHeader.version(from: body)
      if version != LogFormat.version { return otherVersion = version }
      header = try LogHeader(from: body)
    case .checkpoint:
      let step = Step(try reader.varint())
      checkpoint = checkpoint ?? step
    case .chunk:
      guard chunk == nil else { throw ByteFault.malformed("a second chunk in a frame", at: 0) }
      chunk = ChunkFacts(try ChunkHead(body))
      end = nil
    case .end: end = try RecordingEnd(from: body).step
    case .gap: gaps.append(try Gap(from: body).steps)
    case .flushMark: session = try FlushMark(from: body).session
    default: break
    }
  }
}

extension FrameFacts {
  /// What an index would say of the frame.
  package func entry(length: Int) -> FrameIndex.Entry {
    FrameIndex.Entry(
      length: length, kinds: kinds, firstStep: chunk?.firstStep.number ?? 0,
      count: chunk?.count ?? 0)
  }

  /// Whether all its steps are up to `last`: the frame is a duplicate, or in the wrong place.
  package func leadsBack(behind last: Step) -> Bool {
    if let chunk { return chunk.firstStep <= last }
    return !gaps.isEmpty && gaps.allSatisfy { $0.upperBound <= last }
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
