package import PlayheadCoding

/// The states of all stores so far at a step, by number; in a store list, of the stores that arrived.
package struct Checkpoint {
  package let step: Step
  package let shapes: [Shape]
  private let rows: ByteBuffer
  private let places: [(shape: Int, range: Range<Int>)]
  /// Empty if all are 1.
  private let versions: [Int]
  /// Whether no bytes follow the fields that this version knows.
  package let isWhole: Bool

  package var storeCount: Int { places.count }

  /// An estimate of its memory, in bytes.
  package var memory: Int {
    rows.count + places.count * 40 + shapes.reduce(0) { $0 + 400 + $1.entries.count * 160 }
  }

  /// Calls `body` with the shape and the row of a store's state.
  package func state<T, Fault: Error>(
    of store: Int, _ body: (_ shape: Int, _ row: UnsafeRawBufferPointer) throws(Fault) -> T
  ) throws(Fault) -> T {
    let place = places[store]
    return try body(place.shape, UnsafeRawBufferPointer(rebasing: rows.bytes[place.range]))
  }

  /// The version of the type of a store's state.
  package func version(of store: Int) -> Int {
    versions.indices.contains(store) ? versions[store] : 1
  }

  /// The states, for writing.
  package var draft: CheckpointDraft {
    var draft = CheckpointDraft(step: step)
    for store in 0..<storeCount {
      state(of: store) { shape, row in
        draft.append(shape: shape, row: row, version: version(of: store))
      }
    }
    return draft
  }

  /// Reads the body of a checkpoint's record.
  package init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    let step = try reader.step()
    let count = try reader.valueCount()
    try reader.take(memory: 32, count: count)
    try self.init(step: step, count: count, from: &reader)
  }

  /// Reads `count` states; nothing if there are none.
  init(step: Step, count: Int, from reader: inout ByteReader) throws(ByteFault) {
    self.step = step
    let rows = ByteBuffer()
    var places: [(shape: Int, range: Range<Int>)] = []
    if count > 0 {
      let shapes = try ReadShapes(from: &reader)
      let columns = try SequenceColumnsReader(count, from: &reader, shapes: shapes)
      for _ in 0..<count {
        let start = rows.count
        let shape = try columns.next(into: rows)
        places.append((shape, start..<rows.count))
      }
      self.shapes = shapes.list
      versions = try Self.versions(of: count, from: &reader)
    } else {
      (shapes, versions) = ([], [])
    }
    (self.rows, self.places) = (rows, places)
    isWhole = reader.isAtEnd
  }

  /// The versions of the states' types, if any follow the states.
  private static func versions(
    of count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [Int] {
    var versions: [Int] = []
    guard !reader.isAtEnd else { return versions }
    for _ in 0..<count { versions.append(Int(clamping: try reader.zigzag())) }
    return versions
  }
}

/// The states of a checkpoint to write: rows of one table of shapes.
package struct CheckpointDraft {
  package let step: Step
  private let rows = ByteBuffer()
  private var shapes: [Int] = []
  /// The shapes of its rows and of the rows within them.
  private(set) var usedShapes: Set<Int> = []
  private var versions: [Int] = []
  private var ends: [Int] = []

  package init(step: Step) {
    self.step = step
  }

  var count: Int { shapes.count }

  /// Adds the state of the next store, and the version of its type. The shapes of rows within the row are
  /// needed only for a tail.
  package mutating func append(
    shape: Int, innerShapes: [Int] = [], row: UnsafeRawBufferPointer, version: Int = 1
  ) {
    shapes.append(shape)
    usedShapes.insert(shape)
    usedShapes.formUnion(innerShapes)
    versions.append(version)
    rows.append(row)
    ends.append(rows.count)
  }

  /// Calls `body` with the shape, the version and the row of each store's state.
  func forEachState<Fault: Error>(
    _ body: (_ shape: Int, _ version: Int, _ row: UnsafeRawBufferPointer) throws(Fault) -> Void
  ) throws(Fault) {
    var start = 0
    for (store, end) in ends.enumerated() {
      let row = UnsafeRawBufferPointer(rebasing: rows.bytes[start..<end])
      try body(shapes[store], versions[store], row)
      start = end
    }
  }

  /// Appends the body of the checkpoint's record to an empty buffer.
  package func encode(
    shapes table: DecodingCore, _ effort: ColumnEffort = .fast, to bytes: ByteBuffer
  ) throws(ByteFault) {
    bytes.append(varint: step.number)
    bytes.append(varint: shapes.count)
    if !shapes.isEmpty { try encodeRows(shapes: table, effort, to: bytes) }
  }

  /// Appends only the states, which follow the first fields of their record.
  func encodeRows(
    shapes table: DecodingCore, _ effort: ColumnEffort, to bytes: ByteBuffer
  ) throws(ByteFault) {
    let used = ShapeNumbers()
    let columns = SequenceColumns(core: table, shapes: used)
    var reader = ByteReader(rows.bytes)
    for shape in shapes { try columns.append(try table.shape(shape), from: &reader) }
    used.write(to: bytes)
    columns.write(to: ColumnWriter(bytes, effort))
    // Most states have version 1.
    guard versions.contains(where: { $0 != 1 }) else { return }
    for version in versions { bytes.append(zigzag: Int64(version)) }
  }
}
