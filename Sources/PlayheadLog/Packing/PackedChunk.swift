package import PlayheadCoding

/// A chunk's body with every column in the smallest of several ways, and back.
package enum PackedChunk {
  /// The packed body of a chunk; nil if it is too large to be one.
  package static func pack(_ body: UnsafeRawBufferPointer) throws(ByteFault) -> ByteBuffer? {
    guard body.count <= LogFormat.packedLimit else { return nil }
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

  /// The plain body of a packed chunk.
  package static func unpack(_ body: UnsafeRawBufferPointer) throws(ByteFault) -> ByteBuffer {
    var chunk = ChunkColumns(ColumnUnpacker(body, limit: limit(of: body.count)))
    try chunk.transcode()
    return chunk.columns.output
  }

  /// The plain start of a packed chunk's body, up to its shapes.
  static func unpackHead(_ body: UnsafeRawBufferPointer) throws(ByteFault) -> ByteBuffer {
    var chunk = ChunkColumns(ColumnUnpacker(body, limit: limit(of: body.count)))
    try chunk.transcodeHead()
    return chunk.columns.output
  }

  /// How many bytes a packed body of `count` bytes may unpack to.
  private static func limit(of count: Int) -> Int {
    min(
      count.multipliedReportingOverflow(by: LogFormat.packedRatio).partialValue,
      LogFormat.packedLimit)
  }
}
