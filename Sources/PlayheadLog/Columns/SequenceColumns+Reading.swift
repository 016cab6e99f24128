package import PlayheadCoding

/// Turns columns back into rows, one after the other, on the thread that made it.
package final class SequenceColumnsReader {
  /// As deep as an encoder lets values nest.
  static let depthLimit = 256

  // Unchecked, because these are asked for every row of a log: one thread uses them, and nothing else runs
  // meanwhile.
  @exclusivity(unchecked) private var order: ByteReader?
  @exclusivity(unchecked) private var groups: [RowColumnsReader] = []
  private let depth: Int
  /// How many bytes the rows may take.
  private let room: Int
  @exclusivity(unchecked) private var stack: StackGuard

  /// Reads where the columns of a sequence are, and leaves the reader behind them.
  package convenience init(from reader: inout ByteReader, shapes: [Shape]) throws(ByteFault) {
    try self.init(from: &reader, shapes: ReadShapes(shapes))
  }

  /// The same, for rows that have other numbers for the shapes than the columns.
  package convenience init(from reader: inout ByteReader, shapes: ReadShapes) throws(ByteFault) {
    var nesting = Nesting()
    try self.init(from: &reader, shapes: shapes, &nesting)
  }

  init(
    from reader: inout ByteReader, shapes: ReadShapes, _ nesting: inout Nesting
  ) throws(ByteFault) {
    guard nesting.depth <= Self.depthLimit, nesting.stack.hasRoom(at: nesting.depth) else {
      throw Self.tooDeep(at: reader.position)
    }
    (depth, stack) = (nesting.depth, nesting.stack)
    var numbers: [Int] = []
    // A group's object and number, and this.
    for _ in 0..<(try reader.count(taking: 320)) {
      let number = try reader.varint()
      guard number < UInt64(shapes.list.count) else {
        throw ByteFault.malformed("a shape's number", at: reader.position)
      }
      numbers.append(Int(number))
    }
    if SequenceColumns.needsOrder(numbers.map { shapes.list[$0] }) {
      order = ByteReader(try reader.sized())
    }
    for number in numbers {
      groups.append(
        try RowColumnsReader(number, from: &reader, shapes: shapes, &nesting))
    }
    // What the columns' bytes are as rows needs no permission.
    room = reader.bytes.count + min(reader.memory, MemoryLimit.share)
  }

  /// Appends the next row and returns the number of its shape.
  package func next(into rows: ByteBuffer) throws(ByteFault) -> Int {
    let group = try order?.varint() ?? 0
    guard group < UInt64(groups.count) else {
      throw ByteFault.malformed("a group's number", at: order?.position ?? 0)
    }
    guard stack.hasRoom(at: depth) else { throw Self.tooDeep(at: order?.position ?? 0) }
    guard rows.count <= room else { throw ByteFault.takesTooMuch }
    let columns = groups[Int(group)]
    try columns.next(into: rows)
    return columns.number
  }

  private static func tooDeep(at position: Int) -> ByteFault {
    .malformed(
      "a sequence nested at most \(depthLimit) levels deep, or as deep as the stack has room for",
      at: position)
  }
}

/// How deep columns are nested, and whether the stack has room for more.
struct Nesting {
  var depth = 0
  var stack = StackGuard()
}

/// The columns of the rows of one shape, as read.
final class RowColumnsReader {
  /// The shape's number in rows.
  let number: Int
  private let sequences: [Int]
  /// Those that are no sequences.
  private let flat: [Int]
  /// Unchecked, as they are asked for every field of a log.
  @exclusivity(unchecked) private var columns: [FieldColumnReader] = []

  init(
    _ number: Int, from reader: inout ByteReader, shapes: ReadShapes, _ nesting: inout Nesting
  ) throws(ByteFault) {
    self.number = shapes.numbers[number]
    let shape = shapes.list[number]
    sequences = shape.sequences
    flat = shape.fields.indices.filter { !shape.fields[$0].isSequence }
    // With the numbers of the sequences and of the others.
    try reader.take(
      memory: MemoryLayout<FieldColumnReader>.stride + 16, count: shape.fields.count)
    for kind in shape.fields {
      columns.append(try FieldColumnReader(kind, from: &reader, shapes: shapes, &nesting))
    }
  }

  func next(into rows: ByteBuffer) throws(ByteFault) {
    try columns.withUnsafeMutableBufferPointer { (columns) throws(ByteFault) in
      for index in flat { try columns[index].next(into: rows) }
      for index in sequences { try columns[index].nextSequence(into: rows) }
    }
    if columns.isEmpty { rows.append(0) }
  }
}

/// One field of all rows of a shape, as read.
struct FieldColumnReader {
  let kind: Kind
  private var values = ByteReader(UnsafeRawBufferPointer(start: nil, count: 0))
  private var lengths = ByteReader(UnsafeRawBufferPointer(start: nil, count: 0))
  private var previous: UInt64 = 0
  private var keys: [FieldColumnReader] = []
  private var elements: SequenceColumnsReader?

  init(
    _ kind: Kind, from reader: inout ByteReader, shapes: ReadShapes, _ nesting: inout Nesting
  ) throws(ByteFault) {
    self.kind = kind
    switch kind {
    case .string, .bytes, .decimal:
      lengths = ByteReader(try reader.sized())
      values = ByteReader(try reader.sized())
    case .list, .set, .map, .pairs, .nested:
      lengths = ByteReader(try reader.sized())
      if kind == .map {
        keys = [try FieldColumnReader(.string, from: &reader, shapes: shapes, &nesting)]
      }
      nesting.depth += 1
      elements = try SequenceColumnsReader(from: &reader, shapes: shapes, &nesting)
      nesting.depth -= 1
    default:
      values = ByteReader(try reader.sized())
    }
  }

  @inline(__always)
  mutating func next(into rows: ByteBuffer) throws(ByteFault) {
    switch kind {
    case .int:
      previous &+= UInt64(bitPattern: try values.zigzag())
      rows.append(zigzag: Int64(bitPattern: previous))
    case .uint:
      previous &+= UInt64(bitPattern: try values.zigzag())
      rows.append(varint: previous)
    case .string, .bytes, .decimal:
      let length = try lengths.varint()
      guard length <= UInt64(values.remaining) else {
        throw ByteFault.truncated(at: values.position)
      }
      rows.append(sized: try values.take(Int(length)))
    default:
      let start = values.position
      try values.skip(kind)
      rows.append(UnsafeRawBufferPointer(rebasing: values.bytes[start..<values.position]))
    }
  }

  /// Writes a sequence as rows have it (`SequenceBuilder`).
  mutating func nextSequence(into rows: ByteBuffer) throws(ByteFault) {
    let count = try lengths.varint()
    let start = rows.count
    rows.append(littleEndian: UInt32(0))
    rows.append(littleEndian: UInt32(0))
    var runs: [(shape: Int, count: Int)] = []
    for _ in 0..<count {
      if kind == .map { try keys[0].next(into: rows) }
      guard let shape = try elements?.next(into: rows) else { break }
      if runs.last?.shape == shape {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((shape, 1))
      }
    }
    rows.overwrite(at: start + 4, with: try length(rows.count - start - 8))
    for run in runs {
      rows.append(varint: run.shape)
      rows.append(varint: run.count)
    }
    rows.overwrite(at: start, with: try length(rows.count - start - 4))
  }

  private func length(_ count: Int) throws(ByteFault) -> UInt32 {
    guard let length = UInt32(exactly: count) else {
      throw ByteFault.malformed("a sequence of at most 4 GiB", at: lengths.position)
    }
    return length
  }
}
