import PlayheadCoding

/// A column of texts or runs of bytes: a byte for the form, and its parts.
package enum TextColumn {
  /// The form of the texts; a column's first byte.
  package enum Form: UInt8 {
    /// The lengths, then the bytes.
    case plain = 0
    /// The different texts as above, and for each text its index among them.
    case dictionary = 1
    /// The number of bytes that each text shares with the start of the previous one, and the rest as above.
    case shared = 2
  }

  /// Writes consecutive texts; nothing if there are none.
  static func write(
    _ lengths: NumberDraft, _ bytes: UnsafeRawBufferPointer, to writer: ColumnWriter
  ) {
    guard lengths.count > 0 else { return }
    guard let forms = writer.forms(for: bytes.count) else {
      writer.bytes.append(Form.plain.rawValue)
      lengths.write(to: writer)
      return writer.bytes.append(bytes)
    }
    var end = 0
    let texts = lengths.numbers.map { length in
      defer { end += Int(length) }
      return UnsafeRawBufferPointer(rebasing: bytes[end..<end + Int(length)])
    }
    forms.write(texts, to: writer)
  }
}
