package import PlayheadCoding

/// The records of a frame, one after the other: kind, length, body.
package struct RecordStream {
  private var reader: ByteReader

  package init(_ content: UnsafeRawBufferPointer) {
    reader = ByteReader(content)
  }

  /// The next record. Its kind is `nil` if this version does not know it.
  package mutating func next() throws(ByteFault) -> (
    kind: RecordKind?, body: UnsafeRawBufferPointer
  )? {
    guard let (number, body) = try nextNumbered() else { return nil }
    return (RecordKind(rawValue: number), body)
  }

  /// The next record, with its kind's number.
  package mutating func nextNumbered() throws(ByteFault) -> (
    kind: UInt64, body: UnsafeRawBufferPointer
  )? {
    if reader.isAtEnd { return nil }
    let kind = try reader.varint()
    // Kinds count from 1, so that a run of zeros is not a run of records.
    guard kind > 0 else { throw ByteFault.malformed("a record's kind", at: reader.position - 1) }
    return (kind, try reader.sized())
  }

  /// A reader of a record's body, with the memory limit of a frame's records and the credit of the body.
  package static func reader(of body: UnsafeRawBufferPointer) -> ByteReader {
    ByteReader(body, memory: MemoryLimit.share, credit: LogFormat.credit(of: body.count))
  }

  /// Appends a record with the body that `fill` writes.
  static func append<Fault: Error>(
    _ kind: RecordKind, to bytes: ByteBuffer, _ fill: (ByteBuffer) throws(Fault) -> Void
  ) throws(Fault) {
    let body = ByteBuffer()
    try fill(body)
    bytes.append(varint: kind.rawValue)
    bytes.append(sized: body.bytes)
  }
}
