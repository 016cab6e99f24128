package import PlayheadCoding

/// The records of a short log, an arithmetic code for each of their bits.
///
/// LZ4 finds what comes again and leaves the rest as it is. In a short session little comes again, and
/// names, texts and states are most of it: with chances for what follows what they take a third less.
/// It takes a microsecond for a byte, and so is not for long logs.
package enum Squeeze {
  /// The longest content that is squeezed: a log of that size opens within milliseconds.
  package static let limit = 16 << 10
  /// What is squeezed harder than this is not worth it, as LZ4 would have done as well.
  private static let ratio = 64

  /// Appends the body of a squeezed record with these records; false if they are too long.
  package static func append(_ records: UnsafeRawBufferPointer, to bytes: ByteBuffer) -> Bool {
    guard records.count <= limit else { return false }
    let coded = ByteBuffer()
    var coder = BitEncoder(coded)
    let model = BitModel(room: records.count)
    for byte in records {
      for shift in stride(from: 7, through: 0, by: -1) {
        let bit = Int(byte >> UInt8(shift)) & 1
        coder.append(bit, model.chance)
        model.learn(bit)
      }
    }
    coder.finish()
    guard records.count <= coded.count * ratio else { return false }
    bytes.append(varint: records.count)
    bytes.append(coded)
    return true
  }

  /// The records in a squeezed record's body.
  package static func read(_ body: UnsafeRawBufferPointer) throws(ByteFault) -> [UInt8] {
    var reader = ByteReader(body)
    let length = try reader.varint()
    guard length <= UInt64(min(limit, reader.remaining * ratio)) else {
      throw ByteFault.tooMany(length, at: 0)
    }
    var decoder = BitDecoder(reader)
    let model = BitModel(room: Int(length))
    for _ in 0..<length * 8 { model.learn(decoder.next(model.chance)) }
    return model.learnt
  }
}

/// Writes bits so that each takes as much room as it was unlikely: a number between two bounds that
/// come nearer with every bit.
struct BitEncoder {
  private let bytes: ByteBuffer
  private var bounds = CodeBounds()

  init(_ bytes: ByteBuffer) {
    self.bytes = bytes
  }

  /// Appends a bit that was set with this chance, in 4,096ths.
  mutating func append(_ bit: Int, _ chance: Int) {
    bounds.narrow(bit, chance)
    while let byte = bounds.nextByte() { bytes.append(byte) }
  }

  /// Appends the fewest bytes that tell the rest: readers take zeros for those behind the end.
  mutating func finish() {
    if bounds.low > 0 { bytes.append(UInt8(bounds.low >> 24) + 1) }
  }
}

/// Reads what `BitEncoder` wrote.
struct BitDecoder {
  private var reader: ByteReader
  private var bounds = CodeBounds()
  private var code: UInt32 = 0

  init(_ reader: ByteReader) {
    self.reader = reader
    for _ in 0..<4 { take() }
  }

  mutating func next(_ chance: Int) -> Int {
    let bit = code <= bounds.middle(chance) ? 1 : 0
    bounds.narrow(bit, chance)
    while bounds.nextByte() != nil { take() }
    return bit
  }

  private mutating func take() {
    code = code << 8 | UInt32((try? reader.byte()) ?? 0)
  }
}

/// What is still possible for the number that stands for all bits.
struct CodeBounds {
  private(set) var low: UInt32 = 0
  private var high: UInt32 = .max

  /// The highest number that stands for a set bit.
  func middle(_ chance: Int) -> UInt32 {
    low + UInt32((UInt64(high - low) * UInt64(chance)) >> 12)
  }

  mutating func narrow(_ bit: Int, _ chance: Int) {
    if bit == 1 { high = middle(chance) } else { low = middle(chance) + 1 }
  }

  /// The first byte, once it is certain.
  mutating func nextByte() -> UInt8? {
    guard low >> 24 == high >> 24 else { return nil }
    defer { (low, high) = (low << 8, high << 8 | 0xFF) }
    return UInt8(high >> 24)
  }
}
