import PlayheadCoding

/// One field of all rows of a shape: integers as differences from the one before, texts as lengths
/// and bytes, sequences as counts and elements.
final class FieldColumn {
  let kind: Kind
  private let core: DecodingCore
  private let values = ByteBuffer()
  /// Of texts and runs of bytes the lengths, of sequences the counts.
  private let lengths = ByteBuffer()
  private var previous: UInt64 = 0
  /// The keys of maps.
  private let keys: FieldColumn?
  private let elements: SequenceColumns?

  init(_ kind: Kind, core: DecodingCore, numbers: ShapeNumbers) {
    self.kind = kind
    self.core = core
    keys = kind == .map ? FieldColumn(.string, core: core, numbers: numbers) : nil
    elements = kind.isSequence ? SequenceColumns(core: core, numbers: numbers) : nil
  }

  func append(from reader: inout ByteReader) throws(ByteFault) {
    switch kind {
    case .int:
      append(UInt64(bitPattern: try reader.zigzag()))
    case .uint:
      append(try reader.varint())
    case .string, .bytes, .decimal:
      let text = try reader.sized()
      lengths.append(varint: text.count)
      values.append(text)
    default:
      let start = reader.position
      try reader.skip(kind)
      values.append(UnsafeRawBufferPointer(rebasing: reader.bytes[start..<reader.position]))
    }
  }

  private func append(_ number: UInt64) {
    values.append(zigzag: Int64(bitPattern: number &- previous))
    previous = number
  }

  func write(to bytes: ByteBuffer) {
    switch kind {
    case .string, .bytes, .decimal:
      bytes.append(sized: lengths.bytes)
      bytes.append(sized: values.bytes)
    case .list, .set, .map, .pairs, .nested:
      bytes.append(sized: lengths.bytes)
      keys?.write(to: bytes)
      elements?.write(to: bytes)
    default:
      bytes.append(sized: values.bytes)
    }
  }

  // MARK: Sequences

  func appendSequence(from reader: inout ByteReader) throws(ByteFault) {
    var sequence = try SequenceReader(core: core, at: reader.position, of: reader.bytes)
    try reader.skipSequence()
    lengths.append(varint: sequence.count)
    switch kind {
    case .set, .map, .pairs: try appendInOrder(&sequence)
    default: for _ in 0..<sequence.count { try appendElement(of: &sequence) }
    }
  }

  private func appendElement(of sequence: inout SequenceReader) throws(ByteFault) {
    try sequence.element { (shape, reader) throws(ByteFault) in
      try elements?.append(shape, from: &reader)
    }
  }

  /// Sets and dictionaries go in in canonical order, so that hash seeds leave no trace in a log.
  private func appendInOrder(_ sequence: inout SequenceReader) throws(ByteFault) {
    let sorting = ByteBuffer()
    var starts: [Int] = []
    var entries: [SequenceReader] = []
    let form = CanonicalForm(shapes: core.shapes, into: sorting)
    for _ in 0..<(kind == .pairs ? sequence.count / 2 : sequence.count) {
      starts.append(sorting.count)
      entries.append(sequence)
      try pass(&sequence, sortingBy: form, sorting)
    }
    for index in CanonicalOrder.order(of: starts, in: sorting.bytes) {
      try appendEntry(of: &entries[index])
    }
  }

  /// Passes over an entry and notes what it is to be sorted by.
  private func pass(
    _ sequence: inout SequenceReader, sortingBy form: CanonicalForm, _ sorting: ByteBuffer
  ) throws(ByteFault) {
    if kind == .map {
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
    if kind == .map { try keys?.append(from: &sequence.reader) }
    try appendElement(of: &sequence)
    if kind == .pairs { try appendElement(of: &sequence) }
  }
}
