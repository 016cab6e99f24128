package import PlayheadCoding

/// Rows turned by ninety degrees: which shape came next, and for each shape a column per field.
///
/// Because a shape says what its fields are, this needs no knowledge of the app's types. Elements of
/// lists within the rows are turned in the same way, in columns of their own.
package final class SequenceColumns {
  private let numbers: ShapeNumbers
  private let core: DecodingCore
  /// For each row the number of its group.
  private let order = ByteBuffer()
  private var groups: [RowColumns] = []
  private var groupOfShape: [ObjectIdentifier: Int] = [:]
  private var lastGroup = -1
  private(set) var count = 0

  /// Columns for rows of the shapes of `core`.
  package init(core: DecodingCore, numbers: ShapeNumbers) {
    self.core = core
    self.numbers = numbers
  }

  /// Takes the row of `shape` at the reader's position, and leaves the reader behind it.
  package func append(_ shape: Shape, from reader: inout ByteReader) throws(ByteFault) {
    let group = self.group(of: shape)
    order.append(varint: group)
    count += 1
    try groups[group].append(from: &reader)
  }

  @inline(__always)
  private func group(of shape: Shape) -> Int {
    if lastGroup >= 0, groups[lastGroup].shape === shape { return lastGroup }
    lastGroup = findGroup(of: shape)
    return lastGroup
  }

  private func findGroup(of shape: Shape) -> Int {
    if let known = groupOfShape[ObjectIdentifier(shape)] { return known }
    groupOfShape[ObjectIdentifier(shape)] = groups.count
    groups.append(
      RowColumns(
        shape: shape, number: numbers.number(of: shape), core: core, numbers: numbers))
    return groups.count - 1
  }

  /// Appends the groups' shapes, the order of the groups unless there is but one to choose from,
  /// and the groups' columns.
  package func write(to bytes: ByteBuffer) {
    bytes.append(varint: groups.count)
    for group in groups { bytes.append(varint: group.number) }
    if Self.needsOrder(groups.map(\.shape)) { bytes.append(sized: order.bytes) }
    for group in groups { group.write(to: bytes) }
  }

  /// Rows without fields have no bytes in any column; their order is what bounds their number.
  static func needsOrder(_ shapes: [Shape]) -> Bool {
    shapes.count != 1 || shapes[0].fields.isEmpty
  }
}

/// The columns of the rows of one shape.
final class RowColumns {
  let shape: Shape
  let number: Int
  private var columns: [FieldColumn] = []

  init(shape: Shape, number: Int, core: DecodingCore, numbers: ShapeNumbers) {
    self.shape = shape
    self.number = number
    columns = shape.fields.map { FieldColumn($0, core: core, numbers: numbers) }
  }

  func append(from reader: inout ByteReader) throws(ByteFault) {
    for column in columns where !column.kind.isSequence { try column.append(from: &reader) }
    for field in shape.sequences { try columns[field].appendSequence(from: &reader) }
    if columns.isEmpty { try reader.skip(1) }
  }

  func write(to bytes: ByteBuffer) {
    for column in columns { column.write(to: bytes) }
  }
}
