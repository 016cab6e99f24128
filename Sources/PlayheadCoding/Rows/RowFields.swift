/// One row, and where each of its fields begins. Fields of fixed kinds come first, then the sequences. Borrows the bytes.
@usableFromInline
package struct RowFields {
  @usableFromInline package private(set) var bytes: UnsafeRawBufferPointer
  @usableFromInline package private(set) var shape: Shape
  @usableFromInline package private(set) var offsets: [Int] = []

  /// Reads the row of `shape` at the reader's position, and moves the reader past it.
  package init(_ shape: Shape, from reader: inout ByteReader) throws(ByteFault) {
    (bytes, self.shape) = (reader.bytes, shape)
    try load(shape, from: &reader)
  }

  /// Loads another row into the same memory.
  package mutating func load(_ shape: Shape, from reader: inout ByteReader) throws(ByteFault) {
    (bytes, self.shape) = (reader.bytes, shape)
    offsets.removeAll(keepingCapacity: true)
    offsets.reserveCapacity(shape.fields.count)
    for kind in shape.fields {
      offsets.append(reader.position)
      if !kind.isSequence { try reader.skip(kind) }
    }
    for field in shape.sequences {
      offsets[field] = reader.position
      try reader.skipSequence()
    }
    // A row without fields is one zero byte.
    if shape.fields.isEmpty { try reader.skip(1) }
  }

  @inlinable
  package func reader(at field: Int) -> ByteReader {
    ByteReader(bytes, at: offsets[field])
  }

  /// The place of a member's value, or of its `nil`; `nil` if the member is missing.
  @inline(__always)
  package func place(of member: Shape.Member) -> Shape.Location? {
    guard let presence = member.presence else { return member.place }
    switch Presence(rawValue: bytes[offsets[presence]]) {
    case .missing: return nil
    case .value: return member.place
    case .null, nil: return .field(presence)
    }
  }
}

extension ByteReader {
  /// Skips a row of `shape`.
  package mutating func skipRow(_ shape: Shape) throws(ByteFault) {
    for kind in shape.fields where !kind.isSequence { try skip(kind) }
    for _ in shape.sequences { try skipSequence() }
    if shape.fields.isEmpty { try skip(1) }
  }

  /// Skips a field that is not a sequence.
  @inline(__always)
  package mutating func skip(_ kind: Kind) throws(ByteFault) {
    switch kind {
    case .int, .uint: _ = try varint()
    case .string, .bytes, .decimal: try skip(try length())
    case .null, .bool, .presence: try skip(1)
    case .double, .date: try skip(8)
    case .float: try skip(4)
    case .int128, .uint128, .uuid: try skip(16)
    case .record, .list, .set, .map, .pairs, .nested, .members, .wrapped: break
    }
  }

  /// Skips a field that is a sequence.
  package mutating func skipSequence() throws(ByteFault) {
    try skip(Int(clamping: try littleEndian(UInt32.self)))
  }
}
