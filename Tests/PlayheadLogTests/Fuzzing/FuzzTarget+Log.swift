import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair

extension FuzzTarget {
  /// A whole file: opened, read to its last value, verified.
  static let log = FuzzTarget("log") {
    [
      try LogScript.sampler(), try LogScript.sampler().dropLast(60), try LogScript().close(),
      try LogScript.changingStores(),
    ]
  } read: { bytes in
    _ = try LogContent(Array(bytes))
  }

  /// The table of an index, in a frame whose checksum is right, behind a log of three chunks.
  static let index = FuzzTarget("index") {
    let whole = try LogScript.sampler()
    guard let start = try LogFrames(whole).starts.last else { return [] }
    return [Array(whole[(start + 8)..<(whole.count - LogFormat.footerLength)])]
  } read: { table in
    let log = try framed.get()
    guard let start = log.starts.last else { return }
    _ = try LogContent(log.bytes[..<start] + LogFrames.index(Array(table)))
  }

  /// A log that is made only once.
  private static let framed = Result { try LogFrames(try LogScript.sampler()) }
  private static let header = Result { try framed.get().contents().prefix(1) }

  /// A frame as any program might have made it. What it gives survives being packed again.
  static let frame = FuzzTarget("frame", .ofFrames) {
    let frames = try LogFrames(try LogScript.sampler())
    return frames.starts.map { Array(frames.bytes[$0...]) }
  } read: { bytes in
    let content = try LZ4Frame.read(bytes)
    let again = LogFrames.pack([content])
    guard try again.withUnsafeBytes({ try LZ4Frame.read($0) }) == content else {
      throw Contradiction.contents
    }
  }

  /// The body of one record in a log that is otherwise good.
  static func record(_ kind: RecordKind) -> FuzzTarget {
    FuzzTarget("\(kind)") {
      let bodies = try [LogScript.sampler(), LogScript.changingStores()].flatMap { log in
        try LogFrames(log).contents().flatMap { try RecordFraming($0).records }
          .filter { $0.kind == kind.rawValue }.map(\.body)
      }
      guard kind == .chunk else { return bodies }
      return try bodies
        + bodies.map { body in
          try body.withUnsafeBytes { try Chunk($0).written(.small) }
        }
    } read: { body in
      if kind == .chunk { try readPartly(body) }
      try readBehindHeader(RecordFraming([(kind.rawValue, Array(body))]).content)
    }
  }

  /// The first actions of a chunk of which no others are read are those of the whole one.
  private static func readPartly(_ body: UnsafeRawBufferPointer) throws {
    let last: Step = 3
    let part = try Chunk(body, through: last)
    guard let whole = try? Chunk(body) else { return }
    let first = part.head.firstStep
    guard first <= last else { return }
    let count = min(part.head.count, Int(last.number - first.number) + 1)
    for index in 0..<count where rows(of: index, in: part) != rows(of: index, in: whole) {
      throw Contradiction.contents
    }
  }

  private static func rows(of index: Int, in chunk: Chunk) -> [[UInt8]] {
    var rows = [chunk.payload(of: index) { _, row in Array(row) }]
    chunk.forEachDraw(of: index) { _, row in rows.append(Array(row)) }
    return rows
  }

  /// The unpacked content of a frame: records of any kind.
  static let records = FuzzTarget("records") {
    try [LogScript.sampler(), LogScript.changingStores()].flatMap { try LogFrames($0).contents() }
  } read: { content in
    try readBehindHeader(Array(content))
  }

  private static func readBehindHeader(_ content: [UInt8]) throws {
    _ = try LogContent(LogFrames.pack(try header.get() + [content]))
  }

  /// Answers of the reader that cannot both be right.
  private enum Contradiction: Error { case contents }
}

/// Records taken out of their framing, so that one can grow without breaking the next.
struct RecordFraming {
  var records: [(kind: UInt64, body: [UInt8])] = []

  init(_ records: [(kind: UInt64, body: [UInt8])]) { self.records = records }

  init(_ content: [UInt8]) throws {
    records = try content.withUnsafeBytes { content in
      var reader = ByteReader(content)
      var records: [(kind: UInt64, body: [UInt8])] = []
      while !reader.isAtEnd { records.append((try reader.varint(), Array(try reader.sized()))) }
      return records
    }
  }

  var content: [UInt8] {
    let content = ByteBuffer()
    for record in records {
      content.append(varint: record.kind)
      record.body.withUnsafeBytes { content.append(sized: $0) }
    }
    return content.array
  }
}
