import PlayheadCoding

/// What a frame says of the log as a whole: which records it has, and what stands in those that the
/// index and the parts are made of.
struct FrameFacts {
  private(set) var kinds: RecordKinds = []
  private(set) var header: LogHeader?
  /// The format's version, if the header is of a later one than this build knows.
  private(set) var newerVersion: UInt64?
  /// The step of the first state in it.
  private(set) var checkpoint: Step?
  private(set) var chunk: ChunkFacts?
  /// What stands for the recording that the frame belongs to, if it says so.
  private(set) var session: UInt32?

  /// What a chunk says without its columns.
  struct ChunkFacts {
    var firstStep: Step
    var count: Int
    var types: [(ActionType, Int)]
  }

  /// Reads a frame of data; says what is wrong with it, or nil.
  mutating func read(_ frame: [UInt8]) -> String? {
    RecordStream.forEach(inFrame: frame) { kind, body throws(ByteFault) in
      try take(kind, body)
    }
  }

  private mutating func take(
    _ kind: RecordKind?, _ body: UnsafeRawBufferPointer
  ) throws(ByteFault) {
    guard let kind else { return }
    kinds.insert(.of(kind))
    var reader = ByteReader(body)
    switch kind {
    case .header:
      let version = try LogHeader.version(from: body)
      if version > LogFormat.version { return newerVersion = version }
      header = try LogHeader(from: body)
    case .checkpoint:
      let step = Step(try reader.varint())
      checkpoint = checkpoint ?? step
    case .chunk, .packedChunk:
      guard chunk == nil else { throw ByteFault.malformed("a second chunk in a frame", at: 0) }
      chunk = try ChunkHead.read(kind, body).map { ChunkFacts($0) }
    case .seal: session = try SealMark(from: body).session
    default: break
    }
  }
}

extension FrameFacts.ChunkFacts {
  init(_ head: ChunkHead) {
    firstStep = head.firstStep
    count = head.count
    var counts = [Int](repeating: 0, count: head.types.count)
    for type in head.typeColumn { counts[Int(type)] += 1 }
    types = zip(head.types, counts).filter { $0.1 > 0 }.map { ($0, $1) }
  }
}
