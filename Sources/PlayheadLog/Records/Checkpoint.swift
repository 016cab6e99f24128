package import PlayheadCoding

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
  package func encodeRows(
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
