import PlayheadCoding

/// Columns of plain numbers: what a chunk says about its actions, besides their payloads.
enum Numbers {
  /// A column with its length in front, so that a reader can pass over it.
  static func write(_ bytes: ByteBuffer, _ fill: (ByteBuffer) -> Void) {
    let column = ByteBuffer()
    fill(column)
    bytes.append(sized: column.bytes)
  }

  /// Numbers that grow, mostly: the first, what all differences are multiples of, the differences.
  static func writeDifferences(_ numbers: [Int64], to bytes: ByteBuffer) {
    let differences = zip(numbers.dropFirst(), numbers).map { $0 &- $1 }
    let unit = max(differences.reduce(0, greatestCommonDivisor), 1)
    bytes.append(zigzag: numbers.first ?? 0)
    bytes.append(varint: UInt64(unit))
    write(bytes) { column in
      for difference in differences { column.append(zigzag: difference / unit) }
    }
  }

  static func readDifferences(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [Int64] {
    var number = try reader.zigzag()
    let unit = Int64(bitPattern: try reader.varint())
    var column = ByteReader(try reader.sized())
    guard count <= column.remaining + 1 else { throw ByteFault.truncated(at: reader.position) }
    try reader.take(memory: MemoryLayout<Int64>.stride, count: count)
    var numbers: [Int64] = []
    numbers.reserveCapacity(count)
    for index in 0..<count {
      if index > 0 { number &+= try column.zigzag() &* unit }
      numbers.append(number)
    }
    return numbers
  }

  private static func greatestCommonDivisor(_ one: Int64, _ other: Int64) -> Int64 {
    var (larger, smaller) = (one.magnitude, other.magnitude)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return Int64(clamping: larger)
  }

  /// Varints, one an action.
  static func write(_ numbers: some Sequence<UInt64>, to bytes: ByteBuffer) {
    write(bytes) { column in for number in numbers { column.append(varint: number) } }
  }

  static func read(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt64] {
    var column = ByteReader(try reader.sized())
    guard count <= column.remaining else { throw ByteFault.truncated(at: reader.position) }
    try reader.take(memory: MemoryLayout<UInt64>.stride, count: count)
    var numbers: [UInt64] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count { numbers.append(try column.varint()) }
    return numbers
  }

  /// Numbers that only some actions have: how far from the last such action, and the number.
  static func write(sparse numbers: [(index: Int, number: Int64)], to bytes: ByteBuffer) {
    bytes.append(varint: numbers.count)
    var last = 0
    for (index, number) in numbers {
      bytes.append(varint: index - last)
      bytes.append(zigzag: number)
      last = index
    }
  }

  static func readSparse(
    within count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [(index: Int, number: Int64)] {
    var numbers: [(index: Int, number: Int64)] = []
    var last: UInt64 = 0
    for _ in 0..<(try reader.count(of: 2, taking: MemoryLayout<(Int, Int64)>.stride)) {
      let (index, overflow) = last.addingReportingOverflow(try reader.varint())
      guard !overflow, index < UInt64(count) else {
        throw ByteFault.malformed("an action's number in its chunk", at: reader.position)
      }
      numbers.append((Int(index), try reader.zigzag()))
      last = index
    }
    return numbers
  }
}
