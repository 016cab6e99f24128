import PlayheadCoding

/// How numbers are written one behind the other, and read.
extension NumberColumn {
  /// Leaves out what cannot be the smallest, as each attempt costs a compression.
  static func isWorthTrying(_ layout: Layout, _ numbers: [UInt64]) -> Bool {
    switch layout {
    case .varints: return true
    case .runs:
      var runs = 1
      for (one, next) in zip(numbers, numbers.dropFirst()) where one != next { runs += 1 }
      return runs * 2 <= numbers.count
    case .planes:
      // Of bytes below 128 the varints are the planes.
      return numbers.contains { $0 > 0x7F }
    }
  }

  /// Appends the numbers.
  static func write(_ numbers: [UInt64], _ layout: Layout, to bytes: ByteBuffer) {
    switch layout {
    case .varints: for number in numbers { bytes.append(varint: number) }
    case .runs: writeRuns(numbers, to: bytes)
    case .planes:
      let width = numbers.map { 8 - $0.leadingZeroBitCount / 8 }.max() ?? 0
      bytes.append(UInt8(width))
      for plane in 0..<width {
        for number in numbers {
          bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * plane)))
        }
      }
    }
  }

  private static func writeRuns(_ numbers: [UInt64], to bytes: ByteBuffer) {
    var start = 0
    for index in numbers.indices
    where index + 1 == numbers.count || numbers[index + 1] != numbers[index] {
      bytes.append(varint: numbers[index])
      bytes.append(varint: index - start)
      start = index + 1
    }
  }

  /// Reads so many numbers, for which the caller has room.
  static func readLayout(
    _ layout: Layout, _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt64] {
    switch layout {
    case .varints: return try readVarints(count, from: &reader)
    case .runs: return try readRuns(count, from: &reader)
    case .planes: return try readPlanes(count, from: &reader)
    }
  }

  private static func readVarints(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt64] {
    guard count <= reader.remaining else { throw ByteFault.truncated(at: reader.position) }
    var numbers: [UInt64] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count { numbers.append(try reader.varint()) }
    return numbers
  }

  private static func readRuns(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt64] {
    var numbers: [UInt64] = []
    numbers.reserveCapacity(count)
    while numbers.count < count {
      let number = try reader.varint()
      let more = try reader.varint()
      guard more < UInt64(count - numbers.count) else {
        throw ByteFault.tooMany(more, at: reader.position)
      }
      numbers.append(contentsOf: repeatElement(number, count: Int(more) + 1))
    }
    return numbers
  }

  private static func readPlanes(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt64] {
    let width = Int(try reader.byte())
    guard (1...8).contains(width), count <= reader.remaining / width else {
      throw ByteFault.malformed("a column of numbers", at: reader.position)
    }
    var numbers = [UInt64](repeating: 0, count: count)
    for plane in 0..<width {
      let bytes = try reader.take(count)
      for index in 0..<count { numbers[index] |= UInt64(bytes[index]) << UInt64(8 * plane) }
    }
    return numbers
  }
}
