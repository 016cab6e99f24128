extension ByteReader {
  /// Passes over a row of `shape`.
  package mutating func skipRow(_ shape: Shape) throws(ByteFault) {
    for kind in shape.fields where !kind.isSequence { try skip(kind) }
    for _ in shape.sequences { try skipSequence() }
    if shape.fields.isEmpty { try skip(1) }
  }

  /// Passes over a field that is not a sequence.
  @inline(__always)
  package mutating func skip(_ kind: Kind) throws(ByteFault) {
    switch kind {
    case .int, .uint: _ = try varint()
    case .string, .bytes, .decimal: try skip(try length())
    case .null, .bool: try skip(1)
    case .double, .date: try skip(8)
    case .float: try skip(4)
    case .int128, .uint128, .uuid: try skip(16)
    case .record, .list, .set, .map, .pairs, .nested: break
    }
  }

  /// Passes over a field that is a sequence.
  package mutating func skipSequence() throws(ByteFault) {
    try skip(Int(clamping: try littleEndian(UInt32.self)))
  }
}
