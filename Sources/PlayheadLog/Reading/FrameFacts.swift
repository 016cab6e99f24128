import PlayheadCoding

/// The information that a frame adds to the log: its kinds of records, and the data for the index and the
/// parts.
package struct FrameFacts {
  package private(set) var kinds: RecordKinds = []
  package private(set) var header: LogHeader?
  /// The format version in the header, if this build does not read it.
  package private(set) var otherVersion: UInt64?
  /// The step of the first checkpoint in it.
  package private(set) var checkpoint: Step?
  package private(set) var chunk: ChunkFacts?
  /// The steps of its gaps.
  package private(set) var gaps: [ClosedRange<Step>] = []
  /// The step in the end record.
  package private(set) var end: Step?
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
    RecordStream.forEach(inFrame: frame) { kind, body throws(ByteFault) in
      try take(kind, body)
    }
  }

  /// Reads the unpacked records of a frame. Returns what is wrong with them, or `nil`.
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
      let step = try reader.step()
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
  /// The index entry for the frame.
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
