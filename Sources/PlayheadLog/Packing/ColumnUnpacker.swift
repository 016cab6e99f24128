import PlayheadCoding

/// Reads a chunk's packed columns and writes plain ones, of no more bytes than a limit.
struct ColumnUnpacker: ColumnTranscoder {
  var reader: ByteReader
  let output: ByteBuffer
  private let limit: Int

  init(_ body: UnsafeRawBufferPointer, limit: Int) {
    reader = ByteReader(body)
    output = ByteBuffer(capacity: min(limit, body.count * 4))
    self.limit = limit
  }

  /// How many bytes may still be written.
  private var room: Int { max(0, limit - output.count) }

  /// Throws if so many values, of which each takes `width` bytes or more, have no room.
  private func requireRoom(_ count: Int, width: Int = 1) throws(ByteFault) {
    guard count <= room / width else {
      throw ByteFault.tooMany(UInt64(count), at: reader.position)
    }
  }

  mutating func numbers(_ count: Int, _ plain: PlainNumbers) throws(ByteFault) -> [UInt64] {
    try requireRoom(count)
    let numbers = try NumberColumn.read(count, from: &reader)
    let column = ByteBuffer(capacity: count * 2)
    switch plain {
    case .varints: for number in numbers { column.append(varint: number) }
    case .differences:
      var last: UInt64 = 0
      for number in numbers {
        column.append(zigzag: Int64(bitPattern: number &- last))
        last = number
      }
    case .bytes:
      for number in numbers {
        guard let byte = UInt8(exactly: number) else {
          throw ByteFault.malformed("a column of bytes", at: reader.position)
        }
        column.append(byte)
      }
    }
    output.append(sized: column.bytes)
    return numbers
  }

  mutating func texts(_ count: Int) throws(ByteFault) {
    let texts = try TextColumnReader(count, room: room, from: &reader)
    let lengths = ByteBuffer(capacity: count * 2)
    for length in texts.lengths { lengths.append(varint: length) }
    output.append(sized: lengths.bytes)
    output.append(sized: texts.bytes.bytes)
  }

  mutating func values(_ count: Int, _ kind: Kind) throws(ByteFault) {
    let width = ValueColumn.width(of: kind)
    try requireRoom(count, width: width)
    let values = try ValueColumn.read(count, width: width, from: &reader)
    output.append(varint: values.count)
    output.append(values)
  }

  mutating func sparse() throws(ByteFault) -> Int {
    let start = reader.position
    let raw = try reader.varint()
    // Two bytes each where they are plain.
    guard raw <= UInt64(room / 2) else { throw ByteFault.tooMany(raw, at: start) }
    let count = Int(raw)
    let distances = try NumberColumn.read(count, from: &reader)
    let numbers = try NumberColumn.read(count, from: &reader)
    output.append(varint: count)
    for (distance, number) in zip(distances, numbers) {
      output.append(varint: distance)
      output.append(zigzag: Int64(bitPattern: number))
    }
    return count
  }
}
