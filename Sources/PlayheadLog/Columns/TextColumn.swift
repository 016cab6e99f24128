import PlayheadCoding

/// A column of texts or runs of bytes: a byte for the form, and its parts.
enum TextColumn {
  /// The form of the texts; a column's first byte.
  enum Form: UInt8 {
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

// MARK: - Reading

/// Reads a column of texts, one after the other, from the bytes of its record.
struct TextCursor {
  private let form: TextColumn.Form
  /// The lengths of the texts; in a dictionary, each text's index.
  private var numbers: NumberCursor
  private var bytes: ByteReader
  /// The different texts of a dictionary.
  private var different: [UnsafeRawBufferPointer] = []
  /// The number of bytes that each text shares with the previous one, and the previous text.
  private var shared: NumberCursor?
  private var last: [UInt8] = []

  /// A column of `count` texts, at least one; moves the reader past it.
  init(_ count: Int, from reader: inout ByteReader) throws(ByteFault) {
    guard let form = TextColumn.Form(rawValue: try reader.byte()) else {
      throw ByteFault.malformed("a column of texts", at: reader.position - 1)
    }
    self.form = form
    switch form {
    case .plain: break
    case .dictionary:
      let size = try reader.count()
      var lengths = try NumberCursor(size, from: &reader)
      let sum = try lengths.sum(size, upTo: reader.remaining)
      var texts = ByteReader(try reader.take(sum))
      try reader.take(memory: MemoryLayout<UnsafeRawBufferPointer>.stride, count: size)
      for _ in 0..<size { different.append(try texts.take(Int(try lengths.next()))) }
    case .shared:
      let shared = try NumberCursor(count, from: &reader)
      try reader.take(credit: UInt64(try shared.sum(count, upTo: reader.credit)))
      self.shared = shared
    }
    numbers = try NumberCursor(count, from: &reader)
    bytes = ByteReader(UnsafeRawBufferPointer(start: nil, count: 0))
    if form == .dictionary {
      try takeCredit(for: count, from: &reader)
    } else {
      bytes = ByteReader(try reader.take(try numbers.sum(count, upTo: reader.remaining)))
    }
  }

  /// Takes credit for the bytes of all texts of a dictionary.
  private func takeCredit(for count: Int, from reader: inout ByteReader) throws(ByteFault) {
    var places = numbers
    for _ in 0..<count {
      try reader.take(credit: UInt64(try text(at: try places.next()).count))
    }
  }

  private func text(at place: UInt64) throws(ByteFault) -> UnsafeRawBufferPointer {
    guard place < UInt64(different.count) else {
      throw ByteFault.malformed("a text's place", at: bytes.position)
    }
    return different[Int(place)]
  }

  /// Appends the next text to a row, with its length. Do not ask for more than there are.
  @inline(__always)
  mutating func next(into rows: ByteBuffer) throws(ByteFault) {
    switch form {
    case .plain: rows.append(sized: try bytes.take(Int(try numbers.next())))
    case .dictionary: rows.append(sized: try text(at: try numbers.next()))
    case .shared: try nextShared(into: rows)
    }
  }

  private mutating func nextShared(into rows: ByteBuffer) throws(ByteFault) {
    let count = try shared?.next() ?? 0
    guard count <= UInt64(last.count) else {
      throw ByteFault.malformed("a text that begins like the one before", at: bytes.position)
    }
    last.removeSubrange(Int(count)...)
    last.append(contentsOf: try bytes.take(Int(try numbers.next())))
    last.withUnsafeBytes { rows.append(sized: $0) }
  }
}
