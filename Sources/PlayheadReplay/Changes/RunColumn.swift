import PlayheadCoding

/// Numbers as runs of equal differences: a constant or evenly growing run takes a few bytes.
enum RunColumn {
  /// The most numbers of a column, however few bytes it has. They take 32 MiB.
  static let limit = 1 << 22

  static func write(_ numbers: some Sequence<Int64>, to bytes: ByteBuffer) {
    var run: (difference: Int64, length: Int)?
    var last: Int64 = 0
    for number in numbers {
      let difference = number &- last
      last = number
      if run?.difference == difference {
        run?.length += 1
      } else {
        if let run { write(run, to: bytes) }
        run = (difference, 1)
      }
    }
    if let run { write(run, to: bytes) }
  }

  private static func write(_ run: (difference: Int64, length: Int), to bytes: ByteBuffer) {
    bytes.append(zigzag: run.difference)
    bytes.append(varint: run.length)
  }

  /// Reads how many numbers a column has, at most `limit`, and the column.
  static func read(
    countedBy reader: inout ByteReader, upTo limit: Int = limit
  ) throws(ByteFault) -> [Int64] {
    try read(Int(clamping: try reader.varint()), upTo: limit, from: &reader)
  }

  /// Reads a column of `count` numbers, at most `limit`.
  static func read(
    _ count: Int, upTo limit: Int = limit, from reader: inout ByteReader
  ) throws(ByteFault) -> [Int64] {
    guard count <= limit else { throw ByteFault.malformed("a column", at: reader.position) }
    var numbers: [Int64] = []
    var last: Int64 = 0
    while numbers.count < count {
      let start = reader.position
      let difference = try reader.zigzag()
      let length = try reader.varint()
      guard length > 0, length <= UInt64(count - numbers.count) else {
        throw ByteFault.malformed("a run of a column", at: start)
      }
      for _ in 0..<length {
        last &+= difference
        numbers.append(last)
      }
    }
    return numbers
  }
}
