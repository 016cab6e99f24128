import PlayheadCoding

/// A packed column of values that all take the same number of bytes: a byte that says how it is kept,
/// and its parts.
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

  /// The highest power of ten by which decimals are divided: times in nanoseconds need that many.
  static let highestPower = 9
  /// More different values than this are no vocabulary.
  static let dictionaryLimit = 256

  /// How many bytes a value takes.
  static func width(of kind: Kind) -> Int {
    switch kind {
    case .float: 4
    case .double, .date: 8
    default: 16
    }
  }

  /// The double that a decimal stands for; the same on every platform, since both are exact and IEEE
  /// 754 says how a quotient is rounded.
  static func double(_ number: Int64, _ power: Int) -> Double { Double(number) / powers[power] }

  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
  /// Beyond it a double does not hold every whole number.
  fileprivate static let exact: Double = 0x1p53
}

// MARK: - Writing

extension ValueColumn {
  /// Appends the column in the way that LZ4 leaves the least of; nothing for no values.
  static func write(
    _ values: UnsafeRawBufferPointer, width: Int, _ choice: PackingChoice, to bytes: ByteBuffer
  ) {
    guard !values.isEmpty else { return }
    var best = BestCandidate(choice)
    best.offer { candidate in
      candidate.append(Form.plain.rawValue)
      candidate.append(values)
    }
    if !best.isDecided {
      best.offer { candidate in
        candidate.append(Form.planes.rawValue)
        writePlanes(Array(values), width, to: candidate)
      }
      best.offer { candidate in
        candidate.append(Form.changes.rawValue)
        let changes = values.indices.map { values[$0] ^ ($0 < width ? 0 : values[$0 - width]) }
        writePlanes(changes, width, to: candidate)
      }
      offerDictionary(values, width, to: &best)
      if width == 8 { offerDecimals(values, to: &best) }
    }
    bytes.append(best.bytes)
  }

  private static func writePlanes(_ values: [UInt8], _ width: Int, to bytes: ByteBuffer) {
    for plane in 0..<width {
      for index in stride(from: plane, to: values.count, by: width) { bytes.append(values[index]) }
    }
  }

  private static func offerDictionary(
    _ values: UnsafeRawBufferPointer, _ width: Int, to best: inout BestCandidate
  ) {
    var known: [[UInt8]: UInt64] = [:]
    var places: [UInt64] = []
    let different = ByteBuffer()
    for start in stride(from: 0, to: values.count, by: width) {
      let value = Array(values[start..<start + width])
      let place = known[value] ?? UInt64(known.count)
      places.append(place)
      guard place == UInt64(known.count) else { continue }
      known[value] = place
      different.append(value)
      guard known.count <= dictionaryLimit else { return }
    }
    best.offer { candidate in
      candidate.append(Form.dictionary.rawValue)
      candidate.append(varint: known.count)
      candidate.append(different)
      NumberColumn.write(places, .smallest, to: candidate)
    }
  }

  private static func offerDecimals(
    _ values: UnsafeRawBufferPointer, to best: inout BestCandidate
  ) {
    for power in 0...highestPower {
      guard let numbers = decimals(values, power) else { continue }
      return best.offer { candidate in
        candidate.append(Form.decimals.rawValue)
        candidate.append(UInt8(power))
        NumberColumn.write(numbers, .smallest, to: candidate)
      }
    }
  }

  /// The values as whole numbers; nil if one of them would not come back bit by bit.
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
  /// Reads a column of `count` values, for which the caller has room, as they are in rows.
  static func read(
    _ count: Int, width: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt8] {
    guard count > 0 else { return [] }
    let start = reader.position
    switch Form(rawValue: try reader.byte()) {
    case .plain: return Array(try reader.take(count * width))
    case .planes: return try readPlanes(count, width, from: &reader)
    case .changes:
      var values = try readPlanes(count, width, from: &reader)
      for index in values.indices.dropFirst(width) { values[index] ^= values[index - width] }
      return values
    case .dictionary: return try readDictionary(count, width, from: &reader)
    case .decimals:
      guard width == 8 else { break }
      return try readDecimals(count, from: &reader)
    case nil: break
    }
    throw ByteFault.malformed("a column of values", at: start)
  }

  private static func readPlanes(
    _ count: Int, _ width: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt8] {
    let planes = try reader.take(count * width)
    var values = [UInt8](repeating: 0, count: planes.count)
    for plane in 0..<width {
      for index in 0..<count { values[index * width + plane] = planes[plane * count + index] }
    }
    return values
  }

  private static func readDictionary(
    _ count: Int, _ width: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt8] {
    let start = reader.position
    let size = try reader.count(of: width)
    let different = try reader.take(size * width)
    var values: [UInt8] = []
    values.reserveCapacity(count * width)
    for place in try NumberColumn.read(count, from: &reader) {
      guard place < UInt64(size) else { throw ByteFault.malformed("a value's place", at: start) }
      values += different[Int(place) * width..<(Int(place) + 1) * width]
    }
    return values
  }

  private static func readDecimals(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt8] {
    let power = Int(try reader.byte())
    guard power <= highestPower else {
      throw ByteFault.malformed("a column of decimals", at: reader.position)
    }
    let values = ByteBuffer(capacity: count * 8)
    for number in try NumberColumn.read(count, from: &reader) {
      values.append(littleEndian: double(Int64(bitPattern: number), power).bitPattern)
    }
    return values.array
  }
}
