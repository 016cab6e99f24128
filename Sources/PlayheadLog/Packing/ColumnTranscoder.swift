import PlayheadCoding

/// Takes the parts of a chunk's body in the order in which they stand, and writes them in the other
/// of the two ways: plain ones packed (`ColumnPacker`), packed ones plain (`ColumnUnpacker`).
///
/// What is no column is the same in both.
protocol ColumnTranscoder {
  /// What is still to be read.
  var reader: ByteReader { get set }
  /// What was written.
  var output: ByteBuffer { get }

  /// A column of so many numbers, which it gives.
  @discardableResult
  mutating func numbers(_ count: Int, _ plain: PlainNumbers) throws(ByteFault) -> [UInt64]
  /// A column of so many texts or runs of bytes.
  mutating func texts(_ count: Int) throws(ByteFault)
  /// A column of so many values of a kind that always takes the same number of bytes.
  mutating func values(_ count: Int, _ kind: Kind) throws(ByteFault)
  /// What few actions have: distances and numbers, in turn where they are plain.
  mutating func sparse() throws(ByteFault) -> Int
}

/// How a plain column holds numbers.
enum PlainNumbers {
  /// Varints.
  case varints
  /// Zigzag differences from the number before, beginning with 0.
  case differences
  /// Bytes.
  case bytes
}

extension ColumnTranscoder {
  /// A number that stands alone.
  mutating func varint() throws(ByteFault) -> UInt64 {
    let number = try reader.varint()
    output.append(varint: number)
    return number
  }

  /// A count of things of which each takes a byte or more.
  mutating func count() throws(ByteFault) -> Int {
    let count = try reader.count()
    output.append(varint: count)
    return count
  }

  /// What `read` reads, as it is.
  mutating func copy<T>(
    _ read: (inout ByteReader) throws(ByteFault) -> T
  ) throws(ByteFault) -> T {
    let start = reader.position
    let result = try read(&reader)
    output.append(UnsafeRawBufferPointer(rebasing: reader.bytes[start..<reader.position]))
    return result
  }
}
