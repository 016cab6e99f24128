import PlayheadCoding
import PlayheadLog

/// A walk over a log's records that copies those of some steps. Records of a kind that this version
/// does not know are left out, as it cannot tell of which steps they are.
struct CutCopy {
  let steps: ClosedRange<Step>
  /// The names of all stores, by number.
  let names: [String]
  /// The last header, which is told at the beginning or when something of its part is copied.
  private var header: [UInt8]?
  private var hasBegun = false
  /// Whether a store list was copied of the frame at hand.
  private var hasStoreList = false

  init(steps: ClosedRange<Step>, names: [String]) {
    self.steps = steps
    self.names = names
  }

  /// Copies what belongs to the steps of a frame's content. Before the first, `begin` is called with
  /// the header of the part in which that is.
  mutating func take(
    _ content: [UInt8], of log: LogReader, to rewriter: LogRewriter,
    _ begin: (LogHeader) throws -> Void
  ) throws {
    hasStoreList = false
    do {
      try content.withUnsafeBytes { content in
        var stream = RecordStream(content)
        while let (kind, body) = try stream.next() {
          if kind == .header { header = Array(body) }
          guard let kind, try isWanted(kind, body) else { continue }
          if let header { try open(header, rewriter, begin) }
          try copy(kind, body, to: rewriter)
        }
      }
      try rewriter.endInputFrame()
    } catch let fault as ByteFault {
      throw RewriteError.damaged(path: log.name, fault: fault.sentence)
    }
  }

  /// Tells the header of the part that begins, before anything of it is copied.
  private mutating func open(
    _ header: [UInt8], _ rewriter: LogRewriter, _ begin: (LogHeader) throws -> Void
  ) throws {
    self.header = nil
    guard hasBegun else {
      hasBegun = true
      return try begin(try header.withBytes { body throws(ByteFault) in try LogHeader(from: body) })
    }
    try header.withUnsafeBytes { try rewriter.append(RecordKind.header.rawValue, $0) }
  }

  /// Whether a record is of the steps; the state with which the cut begins is not the log's to tell.
  private func isWanted(
    _ kind: RecordKind, _ body: UnsafeRawBufferPointer
  ) throws(ByteFault) -> Bool {
    let start = Step(steps.lowerBound.number - 1)
    switch kind {
    case .checkpoint: return steps.contains(try step(of: body))
    case .storeList: return steps.contains(try step(of: body))
    case .note, .digests: return (start...steps.upperBound).contains(try step(of: body))
    case .gap: return steps.overlaps(try Gap(from: body).steps)
    case .chunk:
      let head = try ChunkHead(body)
      return steps.overlaps(head.firstStep...head.lastStep)
    case .header, .end, .flushMark: return false
    }
  }

  /// The number with which the record begins.
  private func step(of body: UnsafeRawBufferPointer) throws(ByteFault) -> Step {
    var reader = ByteReader(body)
    return Step(try reader.varint())
  }

  private mutating func copy(
    _ kind: RecordKind, _ body: UnsafeRawBufferPointer, to rewriter: LogRewriter
  ) throws {
    guard kind == .storeList, !hasStoreList else {
      return try rewriter.append(kind.rawValue, body, steps)
    }
    hasStoreList = true
    let whole = try StoreList.standingAlone(body, among: names)
    try rewriter.append(kind.rawValue, whole.bytes)
  }
}

extension StoreList {
  /// A store list's body with the names that stood in those before it in their frame.
  static func standingAlone(
    _ body: UnsafeRawBufferPointer, among names: [String]
  ) throws(ByteFault) -> ByteBuffer {
    var reader = ByteReader(body)
    let alone = ByteBuffer()
    alone.append(varint: try reader.varint())
    let known = try reader.varint()
    alone.append(varint: 0)
    let count = try reader.count()
    for _ in 0..<count { _ = try reader.sized() }
    let (all, overflow) = known.addingReportingOverflow(UInt64(count))
    guard !overflow, all <= UInt64(names.count) else {
      throw ByteFault.malformed("a store list", at: 0)
    }
    alone.append(varint: all)
    for name in names.prefix(Int(all)) { alone.append(string: name) }
    alone.append(try reader.take(reader.remaining))
    return alone
  }
}
