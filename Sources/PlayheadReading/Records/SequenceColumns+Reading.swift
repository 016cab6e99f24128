import PlayheadLog
import PlayheadCoding
import PlayheadValues

/// Turns columns back into rows, one after the other, on the thread that created it.
final class SequenceColumnsReader {
  /// The same limit as the encoder's.
  static let depthLimit = 256

  // Unchecked, because every row of a log reads these: one thread uses them, and no access lasts while other
  // code runs.
  @exclusivity(unchecked) private var order: NumberCursor?
  @exclusivity(unchecked) private var groups: [RowColumnsReader] = []
  private let depth: Int
  /// The largest number of bytes of rows.
  private let room: Int
  @exclusivity(unchecked) private var stack: StackGuard

  /// Finds the columns of `count` rows, and moves the reader past them.
  convenience init(
    _ count: Int, from reader: inout ByteReader, shapes: ReadShapes
  ) throws(ByteFault) {
    var nesting = Nesting()
    try self.init(count, from: &reader, shapes: shapes, &nesting)
  }

  init(
    _ count: Int, from reader: inout ByteReader, shapes: ReadShapes, _ nesting: inout Nesting
  ) throws(ByteFault) {
    guard nesting.depth <= Self.depthLimit, nesting.stack.hasRoom(at: nesting.depth) else {
      throw Self.tooDeep(at: reader.position)
    }
    (depth, stack) = (nesting.depth, nesting.stack)
    // Bytes of the columns themselves do not count against the memory limit.
    room = reader.bytes.count + min(reader.memory, MemoryLimit.share)
    guard count > 0 else { return }
    var numbers: [Int] = []
    // A group's object and number, its count, and the number here.
    for _ in 0..<(try reader.count(taking: 320)) {
      let number = try reader.varint()
      guard number < UInt64(shapes.list.count) else {
        throw ByteFault.malformed("a shape's number", at: reader.position)
      }
      numbers.append(Int(number))
    }
    var counts = [count]
    if SequenceColumns.needsOrder(numbers.map { shapes.list[$0] }) {
      let order = try NumberCursor(count, from: &reader)
      self.order = order
      counts = try Self.counts(order, count, of: numbers.count, at: reader.position)
    }
    for (number, count) in zip(numbers, counts) {
      groups.append(
        try RowColumnsReader(number, count, from: &reader, shapes: shapes, &nesting))
    }
  }

  /// The number of rows of each group.
  private static func counts(
    _ order: NumberCursor, _ count: Int, of groups: Int, at position: Int
  ) throws(ByteFault) -> [Int] {
    var (order, counts) = (order, [Int](repeating: 0, count: groups))
    for _ in 0..<count {
      let group = try order.next()
      guard group < UInt64(groups) else {
        throw ByteFault.malformed("a group's number", at: position)
      }
      counts[Int(group)] += 1
    }
    return counts
  }

  /// Appends the next row and returns the number of its shape. Do not ask for more rows than there are.
  func next(into rows: ByteBuffer) throws(ByteFault) -> Int {
    let group = groups[Int(try order?.next() ?? 0)]
    guard stack.hasRoom(at: depth) else { throw Self.tooDeep(at: 0) }
    guard rows.count <= room else { throw ByteFault.exceedsMemory }
    try group.next(into: rows)
    return group.number
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
  /// The fields that are not sequences.
  private let flat: [Int]
  /// Unchecked, because every field of a log reads it.
  @exclusivity(unchecked) private var columns: [FieldColumnReader] = []

  init(
    _ number: Int, _ count: Int, from reader: inout ByteReader, shapes: ReadShapes,
    _ nesting: inout Nesting
  ) throws(ByteFault) {
    self.number = shapes.numbers[number]
    let shape = shapes.list[number]
    sequences = shape.sequences
    flat = shape.fields.indices.filter { !shape.fields[$0].isSequence }
    // Counts the numbers of the sequences and of the others, too.
    try reader.reserve(
      memory: MemoryLayout<FieldColumnReader>.stride + 16, count: shape.fields.count)
    for kind in shape.fields {
      columns.append(try FieldColumnReader(kind, count, from: &reader, shapes: shapes, &nesting))
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
  /// Integers and Booleans; for sequences, the counts.
  private var numbers = NumberCursor()
  private var texts: TextCursor?
  /// Values of a fixed size: a part of the record, or decoded into `made`.
  private var values = ByteReader(UnsafeRawBufferPointer(start: nil, count: 0))
  private var made: ByteBuffer?
  private var keys: [FieldColumnReader] = []
  private var elements: SequenceColumnsReader?

  /// A column of `count` values; moves the reader past it.
  init(
    _ kind: Kind, _ count: Int, from reader: inout ByteReader, shapes: ReadShapes,
    _ nesting: inout Nesting
  ) throws(ByteFault) {
    self.kind = kind
    guard count > 0 else { return }
    switch kind {
    case .int, .uint, .null, .bool, .presence: numbers = try NumberCursor(count, from: &reader)
    case .string, .bytes, .decimal: texts = try TextCursor(count, from: &reader)
    case .list, .set, .map, .pairs, .nested, .members, .wrapped:
      numbers = try NumberCursor(count, from: &reader)
      let sum = try numbers.sum(count, upTo: reader.valueLimit)
      guard sum > 0 else { return }
      if kind.hasKeys {
        keys = [try FieldColumnReader(.string, sum, from: &reader, shapes: shapes, &nesting)]
      }
      nesting.depth += 1
      elements = try SequenceColumnsReader(sum, from: &reader, shapes: shapes, &nesting)
      nesting.depth -= 1
    default:
      let made = ByteBuffer(capacity: 16)
      let width = ValueColumn.width(of: kind)
      values = ByteReader(try ValueColumn.read(count, width: width, from: &reader, made))
      self.made = made
    }
  }

  @inline(__always)
  mutating func next(into rows: ByteBuffer) throws(ByteFault) {
    switch kind {
    case .int: rows.append(zigzag: Int64(bitPattern: try numbers.next()))
    case .uint: rows.append(varint: try numbers.next())
    case .null, .bool, .presence:
      guard let byte = UInt8(exactly: try numbers.next()) else {
        throw ByteFault.malformed("a column of bytes", at: 0)
      }
      rows.append(byte)
    case .string, .bytes, .decimal: try texts?.next(into: rows)
    default: rows.append(try values.take(ValueColumn.width(of: kind)))
    }
  }

  /// Writes a sequence in the form that rows have (`SequenceBuilder`).
  mutating func nextSequence(into rows: ByteBuffer) throws(ByteFault) {
    let count = try numbers.next()
    let start = rows.count
    rows.append(littleEndian: UInt32(0))
    rows.append(littleEndian: UInt32(0))
    var runs: [(shape: Int, count: Int)] = []
    for _ in 0..<count {
      if kind.hasKeys { try keys[0].next(into: rows) }
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
      throw ByteFault.malformed("a sequence of at most 4 GiB", at: 0)
    }
    return length
  }
}
