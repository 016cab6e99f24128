import PlayheadCoding
package import PlayheadLog

extension ValueColumn {
  /// The divisors of decimals: times in nanoseconds need the ninth power.
  package static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  /// The double of a decimal. IEEE 754 gives the same quotient on every platform.
  package static func double(_ number: Int64, _ power: Int) -> Double {
    Double(number) / powers[power]
  }

  /// The values as rows have them: a part of the record, or decoded into `made`.
  static func read(
    _ count: Int, width: Int, from reader: inout ByteReader, _ made: ByteBuffer
  ) throws(ByteFault) -> UnsafeRawBufferPointer {
    guard count > 0 else { return made.bytes }
    let form = Form(rawValue: try reader.byte())
    if form != .plain { try reader.reserve(memory: width, count: count) }
    switch form {
    case .plain: return try take(count, width, from: &reader)
    case .changes: made.append(try readChanges(count, width, from: &reader))
    case .decimals where width == 8: try readDecimals(count, from: &reader, made)
    case .decimals, nil: throw ByteFault.malformed("a column of values", at: reader.position - 1)
    }
    return made.bytes
  }

  private static func take(
    _ count: Int, _ width: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> UnsafeRawBufferPointer {
    guard count <= reader.remaining / width else { throw ByteFault.truncated(at: reader.position) }
    return try reader.take(count * width)
  }

  private static func readChanges(
    _ count: Int, _ width: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt8] {
    let planes = try take(count, width, from: &reader)
    var values = [UInt8](repeating: 0, count: planes.count)
    for plane in 0..<width {
      var byte: UInt8 = 0
      for index in 0..<count {
        byte ^= planes[plane * count + index]
        values[index * width + plane] = byte
      }
    }
    return values
  }

  private static func readDecimals(
    _ count: Int, from reader: inout ByteReader, _ made: ByteBuffer
  ) throws(ByteFault) {
    let power = Int(try reader.byte())
    guard powers.indices.contains(power) else {
      throw ByteFault.malformed("a column of decimals", at: reader.position - 1)
    }
    var numbers = try NumberCursor(count, from: &reader)
    for _ in 0..<count {
      made.append(
        littleEndian: double(Int64(bitPattern: try numbers.next()), power).bitPattern)
    }
  }
}
