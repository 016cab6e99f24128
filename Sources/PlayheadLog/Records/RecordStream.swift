import PlayheadCoding

/// Records one after the other, as a frame holds them: kind, length, body.
struct RecordStream {
  private var reader: ByteReader

  init(_ content: UnsafeRawBufferPointer) {
    reader = ByteReader(content)
  }

  /// The next record. Its kind is nil if this version does not know it.
  mutating func next() throws(ByteFault) -> (kind: RecordKind?, body: UnsafeRawBufferPointer)? {
    guard let (number, body) = try nextNumbered() else { return nil }
    return (RecordKind(rawValue: number), body)
  }

  /// The next record, with its kind's number.
  mutating func nextNumbered() throws(ByteFault) -> (kind: UInt64, body: UnsafeRawBufferPointer)? {
    if reader.isAtEnd { return nil }
    return (try reader.varint(), try reader.sized())
  }

  /// Appends a record whose body `fill` writes.
  static func append<Fault: Error>(
    _ kind: RecordKind, to bytes: ByteBuffer, _ fill: (ByteBuffer) throws(Fault) -> Void
  ) throws(Fault) {
    let body = ByteBuffer()
    try fill(body)
    bytes.append(varint: kind.rawValue)
    bytes.append(sized: body.bytes)
  }
}
