package import PlayheadCoding

/// Rows as columns: the order of the shapes, and for each shape a column per field.
///
/// Needs no types of the app: a shape describes its fields. Elements of nested lists have their own columns.
package final class SequenceColumns {
  private let shapes: ShapeNumbers
  private let core: DecodingCore
  /// The group number of each row.
  private var order = NumberDraft()
  private var groups = Numbering<ObjectIdentifier, RowColumns>()
  private var lastGroup = -1

  init(core: DecodingCore, shapes: ShapeNumbers) {
    self.core = core
    self.shapes = shapes
  }

  /// Appends the row of `shape` at the reader's position, and moves the reader past it.
  func append(_ shape: Shape, from reader: inout ByteReader) throws(ByteFault) {
    let group = self.group(of: shape)
    order.append(UInt64(group))
    try groups.all[group].append(from: &reader)
  }

  @inline(__always)
  private func group(of shape: Shape) -> Int {
    if lastGroup >= 0, groups.all[lastGroup].shape === shape { return lastGroup }
    lastGroup = groups.number(
      of: ObjectIdentifier(shape),
      RowColumns(shape: shape, number: shapes.number(of: shape), core: core, shapes: shapes))
    return lastGroup
  }

  func write(to writer: ColumnWriter) {
    guard order.count > 0 else { return }
    writer.bytes.append(varint: groups.all.count)
    for group in groups.all { writer.bytes.append(varint: group.number) }
    if Self.needsOrder(groups.all.map(\.shape)) { order.write(to: writer) }
    for group in groups.all { group.write(to: writer) }
  }

  /// Rows without fields have no bytes in any column; the order limits their number.
  package static func needsOrder(_ shapes: [Shape]) -> Bool {
    shapes.count != 1 || shapes[0].fields.isEmpty
  }
}

/// The columns of the rows of one shape.
final class RowColumns {
  let shape: Shape
  let number: Int
  private var columns: [FieldColumn] = []

  init(shape: Shape, number: Int, core: DecodingCore, shapes: ShapeNumbers) {
    self.shape = shape
    self.number = number
    columns = shape.fields.map { FieldColumn($0, core: core, shapes: shapes) }
  }

  func append(from reader: inout ByteReader) throws(ByteFault) {
    for column in columns where !column.kind.isSequence { try column.append(from: &reader) }
    for field in shape.sequences { try columns[field].appendSequence(from: &reader) }
    if columns.isEmpty { try reader.skip(1) }
  }

  func write(to writer: ColumnWriter) {
    for column in columns { column.write(to: writer) }
  }
}
