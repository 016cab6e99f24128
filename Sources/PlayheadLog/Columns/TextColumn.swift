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
    guard writer.tries(bytes.count) else {
      writer.bytes.append(Form.plain.rawValue)
      lengths.write(to: writer)
      return writer.bytes.append(bytes)
    }
    var end = 0
    let texts = lengths.numbers.map { length in
      defer { end += Int(length) }
      return UnsafeRawBufferPointer(rebasing: bytes[end..<end + Int(length)])
    }
    writer.writeSmallest([
      { writePlain(texts, .plain, to: writer) },
      { writeDictionary(texts, to: writer) },
      { writeShared(texts, to: writer) },
    ])
  }

  @discardableResult private static func writePlain(
    _ texts: [UnsafeRawBufferPointer], _ form: Form?, to writer: ColumnWriter
  ) -> Bool {
    if let form { writer.bytes.append(form.rawValue) }
    NumberColumn.write(texts.map { UInt64($0.count) }, to: writer)
    for text in texts { writer.bytes.append(text) }
    return true
  }

  private static func writeDictionary(
    _ texts: [UnsafeRawBufferPointer], to writer: ColumnWriter
  ) -> Bool {
    var different = Numbering<TextKey, UnsafeRawBufferPointer>()
    var places: [UInt64] = []
    for text in texts {
      places.append(UInt64(different.number(of: TextKey(text: text), text)))
      // If most texts are new, a list of them is no shorter.
      guard different.all.count * 2 <= texts.count + 1 else { return false }
    }
    writer.bytes.append(Form.dictionary.rawValue)
    writer.bytes.append(varint: different.all.count)
    writePlain(different.all, nil, to: writer)
    NumberColumn.write(places, to: writer)
    return writer.spend(texts.reduce(0) { $0 + $1.count })
  }

  private static func writeShared(
    _ texts: [UnsafeRawBufferPointer], to writer: ColumnWriter
  ) -> Bool {
    var shared = [0]
    for (one, next) in zip(texts, texts.dropFirst()) {
      shared.append(zip(one, next).prefix { $0 == $1 }.count)
    }
    // A shared length costs a byte before LZ4.
    let sum = shared.reduce(0, +)
    guard sum >= texts.count else { return false }
    writer.bytes.append(Form.shared.rawValue)
    NumberColumn.write(shared.map { UInt64($0) }, to: writer)
    writePlain(
      zip(texts, shared).map { UnsafeRawBufferPointer(rebasing: $0[$1...]) }, nil, to: writer)
    return writer.spend(sum)
  }
}

/// A text, compared by its bytes.
private struct TextKey: Hashable {
  let text: UnsafeRawBufferPointer

  static func == (one: TextKey, other: TextKey) -> Bool { one.text.elementsEqual(other.text) }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes: text) }
}
