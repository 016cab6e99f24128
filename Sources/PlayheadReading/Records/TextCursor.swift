import PlayheadCoding
import PlayheadLog

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
      try reader.reserve(memory: MemoryLayout<UnsafeRawBufferPointer>.stride, count: size)
      for _ in 0..<size { different.append(try texts.take(Int(try lengths.next()))) }
    case .shared:
      let shared = try NumberCursor(count, from: &reader)
      try reader.reserve(credit: UInt64(try shared.sum(count, upTo: reader.credit)))
      self.shared = shared
    }
    numbers = try NumberCursor(count, from: &reader)
    bytes = ByteReader(UnsafeRawBufferPointer(start: nil, count: 0))
    if form == .dictionary {
      try reserveCredit(for: count, from: &reader)
    } else {
      bytes = ByteReader(try reader.take(try numbers.sum(count, upTo: reader.remaining)))
    }
  }

  /// Reserves credit for the bytes of all texts of a dictionary.
  private func reserveCredit(for count: Int, from reader: inout ByteReader) throws(ByteFault) {
    var places = numbers
    for _ in 0..<count {
      try reader.reserve(credit: UInt64(try text(at: try places.next()).count))
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
