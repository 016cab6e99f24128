package import PlayheadCoding

/// A column of values of a fixed size: a byte for the form, and the values.
package enum ValueColumn {
  /// The form of the values; a column's first byte.
  package enum Form: UInt8 {
    /// As in rows.
    case plain = 0
    /// The bits that differ from the previous value: the first bytes of all values, the second bytes, and so
    /// on.
    case changes = 1
    /// Doubles as whole numbers, divided by a power of ten.
    case decimals = 2
  }

  /// The bytes of a value.
  package static func width(of kind: Kind) -> Int {
    switch kind {
    case .float: 4
    case .double, .date: 8
    default: 16
    }
  }

  /// Writes the column; nothing if there are no values.
  static func write(_ values: UnsafeRawBufferPointer, width: Int, to writer: ColumnWriter) {
    guard !values.isEmpty else { return }
    if let forms = writer.forms(for: values.count) {
      return forms.write(values, width: width, to: writer)
    }
    writer.bytes.append(Form.plain.rawValue)
    writer.bytes.append(values)
  }
}
