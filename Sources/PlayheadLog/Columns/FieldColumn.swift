import PlayheadCoding

/// One field of all rows of a shape. Integers are written as differences, texts as lengths and bytes,
/// sequences as counts and elements.
final class FieldColumn {
  let kind: Kind
  private let core: DecodingCore
  /// The numbers, lengths or counts.
  @exclusivity(unchecked) private var numbers: NumberDraft
  /// The bytes of texts, and values of a fixed width.
  private let values = ByteBuffer()
  /// The keys of maps.
  private let keys: FieldColumn?
  private let elements: SequenceColumns?

  init(_ kind: Kind, core: DecodingCore, shapes: ShapeNumbers) {
    self.kind = kind
    self.core = core
    numbers = NumberDraft(kind == .int || kind == .uint ? .difference : .same)
    keys = kind.hasKeys ? FieldColumn(.string, core: core, shapes: shapes) : nil
    elements = kind.isSequence ? SequenceColumns(core: core, shapes: shapes) : nil
  }

  func append(from reader: inout ByteReader) throws(ByteFault) {
    switch kind {
    case .int: numbers.append(UInt64(bitPattern: try reader.zigzag()))
    case .uint: numbers.append(try reader.varint())
    case .null, .bool, .presence: numbers.append(UInt64(try reader.byte()))
    case .string, .bytes, .decimal:
      let text = try reader.sized()
      numbers.append(UInt64(text.count))
      values.append(text)
    default: values.append(try reader.take(ValueColumn.width(of: kind)))
    }
  }

  func write(to writer: ColumnWriter) {
    switch kind {
    case .int, .uint, .null, .bool, .presence: numbers.write(to: writer)
    case .string, .bytes, .decimal: TextColumn.write(numbers, values.bytes, to: writer)
    case .list, .set, .map, .pairs, .nested, .members, .wrapped:
      numbers.write(to: writer)
      keys?.write(to: writer)
      elements?.write(to: writer)
    default: ValueColumn.write(values.bytes, width: ValueColumn.width(of: kind), to: writer)
    }
  }

  // MARK: Sequences

  func appendSequence(from reader: inout ByteReader) throws(ByteFault) {
    var sequence = try SequenceReader(core: core, at: reader.position, of: reader.bytes)
    try reader.skipSequence()
    numbers.append(UInt64(sequence.count))
    switch kind {
    case .set, .map, .pairs, .members: try appendInOrder(&sequence)
    default: for _ in 0..<sequence.count { try appendElement(of: &sequence) }
    }
  }

  private func appendElement(of sequence: inout SequenceReader) throws(ByteFault) {
    try sequence.element { (shape, reader) throws(ByteFault) in
      try elements?.append(shape, from: &reader)
    }
  }

  /// Writes sets and dictionaries in canonical order, so that the same content gives the same bytes.
  private func appendInOrder(_ sequence: inout SequenceReader) throws(ByteFault) {
    let sorting = ByteBuffer()
    var starts: [Int] = []
    var entries: [SequenceReader] = []
    let form = CanonicalForm(core, into: sorting)
    for _ in 0..<(kind == .pairs ? sequence.count / 2 : sequence.count) {
      starts.append(sorting.count)
      entries.append(sequence)
      try pass(&sequence, sortingBy: form, sorting)
    }
    for index in CanonicalOrder.order(of: starts, in: sorting.bytes) {
      try appendEntry(of: &entries[index])
    }
  }

  /// Skips an entry and keeps its sort key.
  private func pass(
    _ sequence: inout SequenceReader, sortingBy form: CanonicalForm, _ sorting: ByteBuffer
  ) throws(ByteFault) {
    if kind.hasKeys {
      sorting.append(Kind.string.rawValue)
      sorting.append(string: try sequence.key())
    } else {
      try sequence.element { (shape, reader) throws(ByteFault) in
        try form.append(shape, from: &reader)
      }
    }
    guard kind != .set else { return }
    try sequence.element { (shape, reader) throws(ByteFault) in try reader.skipRow(shape) }
  }

  private func appendEntry(of sequence: inout SequenceReader) throws(ByteFault) {
    if kind.hasKeys { try keys?.append(from: &sequence.reader) }
    try appendElement(of: &sequence)
    if kind == .pairs { try appendElement(of: &sequence) }
  }
}
