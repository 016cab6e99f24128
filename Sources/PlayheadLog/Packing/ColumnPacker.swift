import PlayheadCoding

/// Reads a chunk's plain columns and writes packed ones.
struct ColumnPacker: ColumnTranscoder {
  var reader: ByteReader
  let output = ByteBuffer()
  private let choice: PackingChoice

  init(_ body: UnsafeRawBufferPointer, _ choice: PackingChoice) {
    reader = ByteReader(body)
    self.choice = choice
  }

  mutating func numbers(_ count: Int, _ plain: PlainNumbers) throws(ByteFault) -> [UInt64] {
    let numbers: [UInt64]
    if plain == .bytes {
      var column = ByteReader(try reader.sized())
      numbers = try column.take(count).map { UInt64($0) }
    } else {
      numbers = try readNumbers(count, plain)
    }
    NumberColumn.write(numbers, choice, to: output)
    return numbers
  }

  private mutating func readNumbers(
    _ count: Int, _ plain: PlainNumbers
  ) throws(ByteFault) -> [UInt64] {
    var column = ByteReader(try reader.sized())
    guard count <= column.remaining else { throw ByteFault.truncated(at: reader.position) }
    var numbers: [UInt64] = []
    numbers.reserveCapacity(count)
    var number: UInt64 = 0
    for _ in 0..<count {
      if plain == .differences {
        number &+= UInt64(bitPattern: try column.zigzag())
      } else {
        number = try column.varint()
      }
      numbers.append(number)
    }
    return numbers
  }

  mutating func texts(_ count: Int) throws(ByteFault) {
    var lengths = ByteReader(try reader.sized())
    var bytes = ByteReader(try reader.sized())
    guard count <= lengths.remaining else { throw ByteFault.truncated(at: reader.position) }
    var texts: [UnsafeRawBufferPointer] = []
    for _ in 0..<count { texts.append(try bytes.take(Int(clamping: try lengths.varint()))) }
    TextColumn.write(texts, choice, to: output)
  }

  mutating func values(_ count: Int, _ kind: Kind) throws(ByteFault) {
    var column = ByteReader(try reader.sized())
    let width = ValueColumn.width(of: kind)
    guard count <= column.remaining / width else { throw ByteFault.truncated(at: reader.position) }
    ValueColumn.write(try column.take(count * width), width: width, choice, to: output)
  }

  mutating func sparse() throws(ByteFault) -> Int {
    let count = try reader.count(of: 2)
    var (distances, numbers): ([UInt64], [UInt64]) = ([], [])
    for _ in 0..<count {
      distances.append(try reader.varint())
      numbers.append(UInt64(bitPattern: try reader.zigzag()))
    }
    output.append(varint: count)
    NumberColumn.write(distances, choice, to: output)
    NumberColumn.write(numbers, choice, to: output)
    return count
  }
}
