import PlayheadCoding

/// A column of values that all take the same number of bytes: a byte that says how it is kept, and its
/// parts.
enum ValueColumn {
  /// How the values are kept; a column's first byte.
  enum Form: UInt8 {
    /// As in rows.
    case plain = 0
    /// The first bytes of all, then the second ones, and so on.
    case planes = 1
    /// Each value's bits that differ from the value before, as planes.
    case changes = 2
    /// The different ones, and for each value its place among them.
    case dictionary = 3
    /// Numbers of eight bytes as whole numbers, divided by a power of ten.
    case decimals = 4
  }

  /// More different values than this are no vocabulary.
  private static let dictionaryLimit = 256

  /// How many bytes a value takes.
  static func width(of kind: Kind) -> Int {
    switch kind {
    case .float: 4
    case .double, .date: 8
    default: 16
    }
  }

  /// Powers of ten by which decimals are divided: times in nanoseconds need the ninth.
  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
  /// Beyond it a double does not hold every whole number.
  private static let exact: Double = 0x1p53

  /// The double that a decimal stands for; the same on every platform, since both are exact and IEEE
  /// 754 says how a quotient is rounded.
  private static func double(_ number: Int64, _ power: Int) -> Double {
    Double(number) / powers[power]
  }
}

// MARK: - Writing

extension ValueColumn {
  /// Writes the column; nothing for no values.
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
      { writePlanes(values, .planes, width, to: writer.bytes) },
      {
        let changes = values.indices.map { values[$0] ^ ($0 < width ? 0 : values[$0 - width]) }
        return writePlanes(changes, .changes, width, to: writer.bytes)
      },
      { writeDictionary(values, width, to: writer) },
      { writeDecimals(values, width, to: writer) },
    ])
  }

  private static func writePlanes(
    _ values: some RandomAccessCollection<UInt8>, _ form: Form, _ width: Int, to bytes: ByteBuffer
  ) -> Bool {
    let values = Array(values)
    bytes.append(form.rawValue)
    for plane in 0..<width {
      for index in stride(from: plane, to: values.count, by: width) { bytes.append(values[index]) }
    }
    return true
  }

  private static func writeDictionary(
    _ values: UnsafeRawBufferPointer, _ width: Int, to writer: ColumnWriter
  ) -> Bool {
    var different = Numbering<[UInt8], [UInt8]>()
    var places: [UInt64] = []
    for start in stride(from: 0, to: values.count, by: width) {
      places.append(UInt64(different.number(of: Array(values[start..<start + width]))))
      guard different.all.count <= dictionaryLimit else { return false }
    }
    writer.bytes.append(Form.dictionary.rawValue)
    writer.bytes.append(varint: different.all.count)
    for value in different.all { writer.bytes.append(value) }
    NumberColumn.write(places, to: writer)
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

  /// The whole numbers that give exactly these doubles when they are divided; nil if there are none.
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
  /// The values of a column as they are in rows: as they lie in the record, or in `made`.
  static func read(
    _ count: Int, width: Int, from reader: inout ByteReader, _ made: ByteBuffer
  ) throws(ByteFault) -> UnsafeRawBufferPointer {
    guard count > 0 else { return made.bytes }
    let form = Form(rawValue: try reader.byte())
    if form != .plain { try reader.take(memory: width, count: count) }
    switch form {
    case .plain:
      guard count <= reader.remaining / width else {
        throw ByteFault.truncated(at: reader.position)
      }
      return try reader.take(count * width)
    case .planes: made.append(try planes(count, width, from: &reader))
    case .changes:
      var values = try planes(count, width, from: &reader)
      for index in values.indices.dropFirst(width) { values[index] ^= values[index - width] }
      made.append(values)
    case .dictionary: try readDictionary(count, width, from: &reader, made)
    case .decimals where width == 8: try readDecimals(count, from: &reader, made)
    case .decimals, nil: throw ByteFault.malformed("a column of values", at: reader.position - 1)
    }
    return made.bytes
  }

  private static func planes(
    _ count: Int, _ width: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt8] {
    guard count <= reader.remaining / width else { throw ByteFault.truncated(at: reader.position) }
    let planes = try reader.take(count * width)
    var values = [UInt8](repeating: 0, count: planes.count)
    for plane in 0..<width {
      for index in 0..<count { values[index * width + plane] = planes[plane * count + index] }
    }
    return values
  }

  private static func readDictionary(
    _ count: Int, _ width: Int, from reader: inout ByteReader, _ made: ByteBuffer
  ) throws(ByteFault) {
    let size = try reader.count(of: width)
    let different = try reader.take(size * width)
    var places = try NumberCursor(count, from: &reader)
    for _ in 0..<count {
      let place = try places.next()
      guard place < UInt64(size) else {
        throw ByteFault.malformed("a value's place", at: reader.position)
      }
      let start = Int(place) * width
      made.append(UnsafeRawBufferPointer(rebasing: different[start..<start + width]))
    }
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
