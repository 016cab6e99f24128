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
  static func reader(of body: UnsafeRawBufferPointer) -> ByteReader {
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

extension LogReader {
  /// Unpacks a frame and calls `body` with its records.
  package func forEachRecord(
    in frame: Int,
    _ body: (RecordKind?, UnsafeRawBufferPointer) throws(ByteFault) -> Void
  ) throws(LogError) {
    switch try source.content(at: offsets[frame], count: index.frames[frame].length) {
    case .success(let content):
      if let fault = RecordStream.forEach(in: content, body) {
        throw .damaged(damage(in: frame, fault))
      }
    case .failure(let fault): throw .damaged(damage(in: frame, fault.sentence))
    }
  }
}

extension RecordStream {
  /// The unpacked records of a frame of data.
  package static func content(of frame: [UInt8]) -> Result<[UInt8], FrameFault> {
    do throws(FrameFault) {
      return .success(
        try frame.withBytes { (bytes) throws(FrameFault) in try LZ4Frame.read(bytes) })
    } catch {
      return .failure(error)
    }
  }

  /// Calls `body` with the records of a frame of data. Returns what is wrong, or `nil`.
  static func forEach(
    inFrame bytes: [UInt8],
    _ body: (RecordKind?, UnsafeRawBufferPointer) throws(ByteFault) -> Void
  ) -> String? {
    switch content(of: bytes) {
    case .success(let content): forEach(in: content, body)
    case .failure(let fault): fault.sentence
    }
  }

  /// Calls `body` with unpacked records. Returns what is wrong, or `nil`.
  package static func forEach(
    in content: [UInt8],
    _ body: (RecordKind?, UnsafeRawBufferPointer) throws(ByteFault) -> Void
  ) -> String? {
    content.withUnsafeBytes { content in
      do throws(ByteFault) {
        var stream = RecordStream(content)
        while let record = try stream.next() { try body(record.kind, record.body) }
        return nil
      } catch {
        return error.sentence
      }
    }
  }
}
