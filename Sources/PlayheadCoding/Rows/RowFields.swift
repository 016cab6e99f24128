/// One row, with the places of its fields worked out. It borrows the bytes.
@usableFromInline
package struct RowFields {
  @usableFromInline package private(set) var bytes: UnsafeRawBufferPointer
  @usableFromInline package private(set) var shape: Shape
  @usableFromInline package private(set) var offsets: [Int] = []

  /// Reads the row of `shape` at the reader's position and leaves the reader behind it.
  package init(_ shape: Shape, from reader: inout ByteReader) throws(ByteFault) {
    (bytes, self.shape) = (reader.bytes, shape)
    try load(shape, from: &reader)
  }

  /// Makes this another row, in the same memory.
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
    if shape.fields.isEmpty { try reader.skip(1) }
  }

  @inlinable
  package func reader(at field: Int) -> ByteReader {
    ByteReader(bytes, at: offsets[field])
  }
}
