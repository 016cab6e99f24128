import PlayheadLog
import PlayheadCoding

/// Reads a column of numbers, one after the other, from the bytes of its record.
struct NumberCursor {
  private var relation = NumberColumn.Relation.same
  private var layout = NumberColumn.Layout.varints
  /// The bytes after the mode and the list.
  private var bytes = ByteReader(UnsafeRawBufferPointer(start: nil, count: 0))
  /// The list of a dictionary.
  private var list: [UInt64] = []
  /// The previous number, for differences.
  private var previous: UInt64 = 0
  /// The represented number of the current run, and how often it is still to come.
  private var run: (stored: UInt64, left: UInt64) = (0, 0)
  /// The number of planes, and the length of each.
  private var planes: (width: Int, length: Int) = (0, 0)

  init() {}

  /// Checks a column of `count` numbers, and moves the reader past it.
  init(_ count: Int, from reader: inout ByteReader) throws(ByteFault) {
    guard count > 0 else { return }
    let start = reader.position
    let mode = try reader.byte()
    guard let relation = NumberColumn.Relation(rawValue: mode & 0xF),
      let layout = NumberColumn.Layout(rawValue: mode >> 4)
    else { throw ByteFault.malformed("a column of numbers", at: start) }
    (self.relation, self.layout) = (relation, layout)
    if relation == .dictionary {
      for _ in 0..<(try reader.count(taking: 8)) { list.append(try reader.varint()) }
    }
    if layout == .planes { planes = (Int(try reader.byte()), count) }
    let first = reader.position
    try skip(count, of: &reader)
    bytes = ByteReader(
      UnsafeRawBufferPointer(rebasing: reader.bytes[..<reader.position]), at: first)
  }

  private func skip(_ count: Int, of reader: inout ByteReader) throws(ByteFault) {
    switch layout {
    case .varints: try reader.skip(varints: count)
    case .runs:
      var left = UInt64(count)
      while left > 0 {
        try reader.skip(varints: 1)
        let more = try reader.varint()
        guard more < left else { throw ByteFault.tooMany(more, at: reader.position) }
        try reader.reserve(credit: more)
        left -= more + 1
      }
    case .planes:
      guard (1...8).contains(planes.width), count <= reader.remaining / planes.width else {
        throw ByteFault.malformed("a column of numbers", at: reader.position)
      }
      try reader.skip(count * planes.width)
    }
  }

  /// The next number. Do not ask for more than there are.
  @inline(__always)
  mutating func next() throws(ByteFault) -> UInt64 {
    let stored: UInt64
    if run.left > 0 {
      run.left -= 1
      stored = run.stored
    } else {
      stored = layout == .varints ? try bytes.varint() : try nextStored()
    }
    switch relation {
    case .same: return stored
    case .signed: return NumberColumn.unzigzag(stored)
    case .difference:
      previous &+= NumberColumn.unzigzag(stored)
      return previous
    case .dictionary:
      guard stored < UInt64(list.count) else {
        throw ByteFault.malformed("a place in a column's list", at: bytes.position)
      }
      return list[Int(stored)]
    }
  }

  /// The represented number of the next run or, in planes, of the next number.
  private mutating func nextStored() throws(ByteFault) -> UInt64 {
    if layout == .runs {
      run = (try bytes.varint(), try bytes.varint())
      return run.stored
    }
    let lowest = bytes.position
    var stored = UInt64(try bytes.byte())
    for plane in 1..<max(planes.width, 1) {
      stored |= UInt64(bytes.bytes[lowest + plane * planes.length]) << UInt64(8 * plane)
    }
    return stored
  }

  /// All of a column's numbers.
  static func numbers(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [UInt64] {
    var cursor = try NumberCursor(count, from: &reader)
    try reader.reserve(memory: MemoryLayout<UInt64>.stride, count: count)
    var numbers: [UInt64] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count { numbers.append(try cursor.next()) }
    return numbers
  }

  /// The sum of the next numbers, without moving past them. Throws if it is above a limit.
  func sum(_ count: Int, upTo limit: Int) throws(ByteFault) -> Int {
    var (cursor, sum) = (self, 0)
    for _ in 0..<count {
      let number = try cursor.next()
      guard number <= UInt64(limit - sum) else {
        throw ByteFault.tooMany(number, at: cursor.bytes.position)
      }
      sum += Int(number)
    }
    return sum
  }
}

extension ByteReader {
  /// The number of values that may still follow: each takes a byte, or credit.
  var valueLimit: Int { remaining + credit }

  /// A count of values.
  mutating func valueCount() throws(ByteFault) -> Int {
    let start = position
    let count = try varint()
    guard count <= UInt64(valueLimit) else { throw ByteFault.tooMany(count, at: start) }
    return Int(count)
  }

  /// Skips `count` varints. Each ends with a byte below 128; eight bytes are checked at a time.
  fileprivate mutating func skip(varints count: Int) throws(ByteFault) {
    var left = count
    while left >= 8, remaining >= 8 {
      let word = try littleEndian(UInt64.self)
      left -= (~word & 0x8080_8080_8080_8080).nonzeroBitCount
    }
    while left > 0 { if try byte() < 0x80 { left -= 1 } }
  }
}
