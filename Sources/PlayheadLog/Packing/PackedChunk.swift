package import PlayheadCoding

/// A chunk's body with every column in the smallest of several ways, and back.
package enum PackedChunk {
  /// The packed body of a chunk; nil if it is too large to be one.
  package static func pack(_ body: UnsafeRawBufferPointer) throws(ByteFault) -> ByteBuffer? {
    guard body.count <= LogFormat.packedLimit,
      try actionCount(of: body) <= LogFormat.packedActionLimit
    else { return nil }
    let packed = try pack(body, .smallest)
    if body.count <= limit(of: packed.count) { return packed }
    let bounded = try pack(body, .first)
    return body.count <= limit(of: bounded.count) ? bounded : nil
  }

  private static func pack(
    _ body: UnsafeRawBufferPointer, _ choice: PackingChoice
  ) throws(ByteFault) -> ByteBuffer {
    var chunk = ChunkColumns(ColumnPacker(body, choice))
    try chunk.transcode()
    return chunk.columns.output
  }

  /// How many actions a chunk says it has.
  private static func actionCount(
    of body: UnsafeRawBufferPointer
  ) throws(ByteFault) -> UInt64 {
    var reader = ByteReader(body)
    _ = try reader.varint()
    return try reader.varint()
  }

  /// The plain body of a packed chunk.
  package static func unpack(_ body: UnsafeRawBufferPointer) throws(ByteFault) -> ByteBuffer {
    var chunk = ChunkColumns(ColumnUnpacker(body, limit: limit(of: body.count)))
    try chunk.transcode()
    return chunk.columns.output
  }

  /// Gives the plain body of a chunk's record of either kind to `use`; nil if it is another record's.
  static func withPlainBody<Result>(
    _ kind: RecordKind?, _ body: UnsafeRawBufferPointer,
    _ use: (UnsafeRawBufferPointer) throws(ByteFault) -> Result
  ) throws(ByteFault) -> Result? {
    switch kind {
    case .chunk:
      return try use(body)
    case .packedChunk:
      let plain = try unpack(body)
      return try withExtendedLifetime(plain) { () throws(ByteFault) in try use(plain.bytes) }
    default:
      return nil
    }
  }

  /// The same, of which only the start up to the shapes is needed.
  static func withPlainHead<Result>(
    _ kind: RecordKind?, _ body: UnsafeRawBufferPointer,
    _ use: (UnsafeRawBufferPointer) throws(ByteFault) -> Result
  ) throws(ByteFault) -> Result? {
    guard kind == .packedChunk else { return try withPlainBody(kind, body, use) }
    var chunk = ChunkColumns(ColumnUnpacker(body, limit: limit(of: body.count)))
    try chunk.transcodeHead()
    let plain = chunk.columns.output
    return try withExtendedLifetime(plain) { () throws(ByteFault) in try use(plain.bytes) }
  }

  /// How many bytes a packed body of `count` bytes may unpack to.
  private static func limit(of count: Int) -> Int {
    min(min(count, LogFormat.packedLimit) * LogFormat.packedRatio, LogFormat.packedLimit)
  }
}
