import PlayheadCoding

/// A packed column of texts or runs of bytes: a byte that says how it is kept, and its parts.
enum TextColumn {
  /// How the texts are kept; a column's first byte.
  enum Form: UInt8 {
    /// Their lengths, their bytes.
    case plain = 0
    /// The different ones as above, and for each text its place among them.
    case dictionary = 1
    /// How many bytes each has in common with the start of the one before, and the rest as above.
    case shared = 2
  }
}

// MARK: - Writing

extension TextColumn {
  /// Appends the column in the way that LZ4 leaves the least of; nothing for no texts.
  static func write(
    _ texts: [UnsafeRawBufferPointer], _ choice: PackingChoice, to bytes: ByteBuffer
  ) {
    guard !texts.isEmpty else { return }
    var best = BestCandidate(choice)
    best.offer { candidate in
      candidate.append(Form.plain.rawValue)
      writePlain(texts, choice, to: candidate)
    }
    if !best.isDecided, let (different, places) = dictionary(of: texts) {
      best.offer { candidate in
        candidate.append(Form.dictionary.rawValue)
        candidate.append(varint: different.count)
        writePlain(different, choice, to: candidate)
        NumberColumn.write(places, choice, to: candidate)
      }
    }
    if !best.isDecided, let shared = sharedLengths(of: texts) {
      best.offer { candidate in
        candidate.append(Form.shared.rawValue)
        NumberColumn.write(shared.map { UInt64($0) }, choice, to: candidate)
        writePlain(zip(texts, shared).map(rest), choice, to: candidate)
      }
    }
    bytes.append(best.bytes)
  }

  private static func writePlain(
    _ texts: [UnsafeRawBufferPointer], _ choice: PackingChoice, to bytes: ByteBuffer
  ) {
    NumberColumn.write(texts.map { UInt64($0.count) }, choice, to: bytes)
    for text in texts { bytes.append(text) }
  }

  /// The different texts in the order of their first use; nil if too few come again.
  private static func dictionary(
    of texts: [UnsafeRawBufferPointer]
  ) -> (different: [UnsafeRawBufferPointer], places: [UInt64])? {
    var known: [TextKey: UInt64] = [:]
    var different: [UnsafeRawBufferPointer] = []
    var places: [UInt64] = []
    for text in texts {
      let place = known[TextKey(text: text)] ?? UInt64(different.count)
      places.append(place)
      guard place == UInt64(different.count) else { continue }
      known[TextKey(text: text)] = place
      different.append(text)
      // Where most texts are new, a list of them is no shorter than they are.
      guard different.count * 2 <= texts.count + 1 else { return nil }
    }
    return (different, places)
  }

  /// How much each text has in common with the start of the one before; nil if it is next to nothing.
  private static func sharedLengths(of texts: [UnsafeRawBufferPointer]) -> [Int]? {
    var shared = [0]
    for (one, next) in zip(texts, texts.dropFirst()) {
      shared.append(zip(one, next).prefix { $0 == $1 }.count)
    }
    // A length that is kept costs a byte before LZ4.
    return shared.reduce(0, +) >= texts.count ? shared : nil
  }

  private static func rest(_ text: UnsafeRawBufferPointer, _ shared: Int) -> UnsafeRawBufferPointer
  {
    UnsafeRawBufferPointer(rebasing: text[shared...])
  }
}

/// A text by its bytes.
private struct TextKey: Hashable {
  let text: UnsafeRawBufferPointer

  static func == (one: TextKey, other: TextKey) -> Bool { one.text.elementsEqual(other.text) }

  func hash(into hasher: inout Hasher) { hasher.combine(bytes: text) }
}

// MARK: - Reading

/// The texts of a packed column, as lengths and bytes.
struct TextColumnReader {
  private(set) var lengths: [UInt64] = []
  let bytes = ByteBuffer()
  /// How much the texts and their lengths may take.
  private let room: Int

  /// Reads a column of `count` texts, which takes at most `room` bytes where it is plain.
  init(_ count: Int, room: Int, from reader: inout ByteReader) throws(ByteFault) {
    self.room = room
    guard count > 0 else { return }
    guard count <= room else { throw ByteFault.tooMany(UInt64(count), at: reader.position) }
    switch TextColumn.Form(rawValue: try reader.byte()) {
    case .plain: try readPlain(count, from: &reader)
    case .dictionary: try readDictionary(count, from: &reader)
    case .shared: try readShared(count, from: &reader)
    case nil: throw ByteFault.malformed("a column of texts", at: reader.position)
    }
  }

  private mutating func readPlain(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) {
    let (lengths, texts) = try Self.plain(count, from: &reader)
    self.lengths = lengths
    bytes.append(texts)
  }

  /// So many texts, one behind the other.
  private static func plain(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> (lengths: [UInt64], texts: UnsafeRawBufferPointer) {
    let lengths = try NumberColumn.read(count, from: &reader)
    var total: UInt64 = 0
    for length in lengths {
      guard length <= UInt64(reader.remaining) - total else {
        throw ByteFault.tooMany(length, at: reader.position)
      }
      total += length
    }
    return (lengths, try reader.take(Int(total)))
  }

  private mutating func readDictionary(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) {
    let start = reader.position
    let size = try reader.varint()
    guard size <= UInt64(count) else { throw ByteFault.tooMany(size, at: start) }
    let (lengths, texts) = try Self.plain(Int(size), from: &reader)
    var different: [UnsafeRawBufferPointer] = []
    var end = 0
    for length in lengths {
      different.append(UnsafeRawBufferPointer(rebasing: texts[end..<end + Int(length)]))
      end += Int(length)
    }
    for place in try NumberColumn.read(count, from: &reader) {
      guard place < size else { throw ByteFault.malformed("a text's place", at: start) }
      try append(different[Int(place)], at: start)
    }
  }

  private mutating func readShared(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) {
    let start = reader.position
    let shared = try NumberColumn.read(count, from: &reader)
    let (rests, texts) = try Self.plain(count, from: &reader)
    var last = 0..<0
    var end = 0
    for (shared, rest) in zip(shared, rests) {
      guard shared <= UInt64(last.count), Int(shared) <= room - bytes.count else {
        throw ByteFault.malformed("a text that begins like the one before", at: start)
      }
      let begin = bytes.count
      bytes.append(Array(bytes.bytes[last.lowerBound..<last.lowerBound + Int(shared)]))
      try append(UnsafeRawBufferPointer(rebasing: texts[end..<end + Int(rest)]), at: start)
      lengths[lengths.count - 1] += shared
      end += Int(rest)
      last = begin..<bytes.count
    }
  }

  private mutating func append(_ text: UnsafeRawBufferPointer, at position: Int) throws(ByteFault) {
    guard text.count <= room - bytes.count else {
      throw ByteFault.tooMany(UInt64(text.count), at: position)
    }
    bytes.append(text)
    lengths.append(UInt64(text.count))
  }
}
