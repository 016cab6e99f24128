import PlayheadCoding

/// A column of values of a fixed size: a byte for the form, and the values.
enum ValueColumn {
  /// The form of the values; a column's first byte.
  enum Form: UInt8 {
    /// As in rows.
    case plain = 0
    /// The bits that differ from the previous value: the first bytes of all values, the second bytes, and so
    /// on.
    case changes = 1
    /// Doubles as whole numbers, divided by a power of ten.
    case decimals = 2
  }

  /// The bytes of a value.
  static func width(of kind: Kind) -> Int {
    switch kind {
    case .float: 4
    case .double, .date: 8
    default: 16
    }
  }

  /// The divisors of decimals: times in nanoseconds need the ninth power.
  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
  /// The limit up to which a double holds every whole number.
  private static let exact: Double = 0x1p53

  /// The double of a decimal. IEEE 754 gives the same quotient on every platform.
  private static func double(_ number: Int64, _ power: Int) -> Double {
    Double(number) / powers[power]
  }
}

// MARK: - Writing

extension ValueColumn {
  /// Writes the column; nothing if there are no values.
  static func write(_ values: UnsafeRawBufferPointer, width: Int, to writer: ColumnWriter) {
    guard !values.isEmpty else { return }
    let plain = {
      writer.bytes.append(Form.plain.rawValue)
      writer.bytes.append(values)
      return true
    }
    guard writer.tries(values.count) else { return _ = plain() }
    writer.writeSmallest([
      plain,
      { writeChanges(values, width, to: writer.bytes) },
      { writeDecimals(values, width, to: writer) },
    ])
  }

  private static func writeChanges(
    _ values: UnsafeRawBufferPointer, _ width: Int, to bytes: ByteBuffer
  ) -> Bool {
    bytes.append(Form.changes.rawValue)
    for plane in 0..<width {
      for index in stride(from: plane, to: values.count, by: width) {
        bytes.append(values[index] ^ (index < width ? 0 : values[index - width]))
      }
    }
    return true
  }

  private static func writeDecimals(
    _ values: UnsafeRawBufferPointer, _ width: Int, to writer: ColumnWriter
  ) -> Bool {
    guard width == 8 else { return false }
    for power in powers.indices {
      guard let numbers = decimals(values, power) else { continue }
      writer.bytes.append(Form.decimals.rawValue)
      writer.bytes.append(UInt8(power))
      NumberColumn.write(numbers, to: writer)
      return true
    }
    return false
  }

  /// The whole numbers that give exactly these doubles when they are divided; `nil` if there are none.
  private static func decimals(_ values: UnsafeRawBufferPointer, _ power: Int) -> [UInt64]? {
    var numbers: [UInt64] = []
    for start in stride(from: 0, to: values.count, by: 8) {
      let pattern = UInt64(
        littleEndian: values.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      let scaled = (Double(bitPattern: pattern) * powers[power]).rounded()
      guard scaled.magnitude <= exact else { return nil }
      let number = Int64(scaled)
      guard double(number, power).bitPattern == pattern else { return nil }
      numbers.append(UInt64(bitPattern: number))
    }
    return numbers
  }
}

// MARK: - Reading

extension ValueColumn {
  /// The values as rows have them: a part of the record, or decoded into `made`.
  static func read(
    _ count: Int, width: Int, from reader: inout ByteReader, _ made: ByteBuffer
  ) throws(ByteFault) -> UnsafeRawBufferPointer {
    guard count > 0 else { return made.bytes }
    let form = Form(rawValue: try reader.byte())
    if form != .plain { try reader.take(memory: width, count: count) }
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
