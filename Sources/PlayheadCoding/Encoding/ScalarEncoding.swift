/// A container that takes one scalar after the other, or just one, without keys.
///
/// The standard protocols ask for an overload per scalar type; this has them all, over one place
/// to write to.
protocol ScalarEncoding {
  /// Writes a field, whose bytes `body` appends; `bits` is the size of an integer's type.
  mutating func write(_ kind: Kind, bits: Int, _ body: (ByteBuffer) -> Void) throws
}

extension ScalarEncoding {
  @inline(__always)
  mutating func write(_ kind: Kind, _ body: (ByteBuffer) -> Void) throws {
    try write(kind, bits: 64, body)
  }

  @inline(__always) mutating func encodeNil() throws { try write(.null) { $0.append(0) } }
  @inline(__always) mutating func encode(_ value: Bool) throws {
    try write(.bool) { $0.append(value ? 1 : 0) }
  }
  @inline(__always) mutating func encode(_ value: String) throws {
    try write(.string) { $0.append(string: value) }
  }
  @inline(__always) mutating func encode(_ value: Int) throws {
    try write(.int) { $0.append(zigzag: Int64(value)) }
  }
  @inline(__always) mutating func encode(_ value: Int8) throws {
    try write(.int, bits: 8) { $0.append(zigzag: Int64(value)) }
  }
  @inline(__always) mutating func encode(_ value: Int16) throws {
    try write(.int, bits: 16) { $0.append(zigzag: Int64(value)) }
  }
  @inline(__always) mutating func encode(_ value: Int32) throws {
    try write(.int, bits: 32) { $0.append(zigzag: Int64(value)) }
  }
  @inline(__always) mutating func encode(_ value: Int64) throws {
    try write(.int) { $0.append(zigzag: value) }
  }
  @inline(__always) mutating func encode(_ value: UInt) throws {
    try write(.uint) { $0.append(varint: UInt64(value)) }
  }
  @inline(__always) mutating func encode(_ value: UInt8) throws {
    try write(.uint, bits: 8) { $0.append(varint: UInt64(value)) }
  }
  @inline(__always) mutating func encode(_ value: UInt16) throws {
    try write(.uint, bits: 16) { $0.append(varint: UInt64(value)) }
  }
  @inline(__always) mutating func encode(_ value: UInt32) throws {
    try write(.uint, bits: 32) { $0.append(varint: UInt64(value)) }
  }
  @inline(__always) mutating func encode(_ value: UInt64) throws {
    try write(.uint) { $0.append(varint: value) }
  }
  @inline(__always) mutating func encode(_ value: Float) throws {
    try write(.float) { $0.append(littleEndian: value.bitPattern) }
  }
  @inline(__always) mutating func encode(_ value: Double) throws {
    try write(.double) { $0.append(littleEndian: value.bitPattern) }
  }
}

/// The one value of a single-value container.
struct PlaceEncodingContainer: SingleValueEncodingContainer, ScalarEncoding {
  let row: RowBuilder
  let frame: Int

  var codingPath: [any CodingKey] { row.path(to: frame) }

  @inline(__always)
  func write(_ kind: Kind, bits: Int, _ body: (ByteBuffer) -> Void) throws {
    try row.write(kind, bits: bits, in: frame, body)
  }

  func encode<T: Encodable>(_ value: T) throws {
    try row.encode(value, in: frame)
  }

  // The standard protocols have defaults for these two, so the shared ones would be ambiguous.
  func encode(_ value: Int128) throws {
    try write(.int128, bits: 128) { $0.append(littleEndian: value) }
  }
  func encode(_ value: UInt128) throws {
    try write(.uint128, bits: 128) { $0.append(littleEndian: value) }
  }
}

/// The elements of an unkeyed container.
struct ListEncodingContainer: UnkeyedEncodingContainer, ScalarEncoding {
  let sequence: SequenceBuilder

  var codingPath: [any CodingKey] { [] }
  var count: Int { sequence.count }

  @inline(__always)
  func write(_ kind: Kind, bits: Int, _ body: (ByteBuffer) -> Void) throws {
    try sequence.write(kind, bits: bits, key: nil, body)
  }

  func encode<T: Encodable>(_ value: T) throws {
    try sequence.append(value, key: nil)
  }

  // The standard protocols have defaults for these two, so the shared ones would be ambiguous.
  func encode(_ value: Int128) throws {
    try write(.int128, bits: 128) { $0.append(littleEndian: value) }
  }
  func encode(_ value: UInt128) throws {
    try write(.uint128, bits: 128) { $0.append(littleEndian: value) }
  }

  func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    superEncoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    superEncoder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    sequence.openEncoder(key: nil)
  }
}

extension SequenceBuilder {
  /// An encoder for an element that will be written bit by bit.
  func openEncoder(key: String?) -> RowEncoder {
    let row = openRow(key: key)
    return RowEncoder(row: row, frame: row.pushFrame(parent: -1, key: "", type: RowEncoder.self))
  }
}
