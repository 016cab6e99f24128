/// A container that takes one scalar after the other, or just one, without keys.
///
/// The standard protocols ask for an overload per scalar type; this has them all, over one place
/// to write to.
protocol ScalarEncoding {
  mutating func field(_ kind: Kind) throws -> ByteBuffer
}

extension ScalarEncoding {
  @inline(__always) mutating func encodeNil() throws { try field(.null).append(0) }
  @inline(__always) mutating func encode(_ value: Bool) throws {
    try field(.bool).append(value ? 1 : 0)
  }
  @inline(__always) mutating func encode(_ value: String) throws {
    try field(.string).append(string: value)
  }
  @inline(__always) mutating func encode(_ value: Int) throws {
    try field(.int).append(zigzag: Int64(value))
  }
  @inline(__always) mutating func encode(_ value: Int8) throws {
    try field(.int).append(zigzag: Int64(value))
  }
  @inline(__always) mutating func encode(_ value: Int16) throws {
    try field(.int).append(zigzag: Int64(value))
  }
  @inline(__always) mutating func encode(_ value: Int32) throws {
    try field(.int).append(zigzag: Int64(value))
  }
  @inline(__always) mutating func encode(_ value: Int64) throws {
    try field(.int).append(zigzag: value)
  }
  @inline(__always) mutating func encode(_ value: UInt) throws {
    try field(.uint).append(varint: UInt64(value))
  }
  @inline(__always) mutating func encode(_ value: UInt8) throws {
    try field(.uint).append(varint: UInt64(value))
  }
  @inline(__always) mutating func encode(_ value: UInt16) throws {
    try field(.uint).append(varint: UInt64(value))
  }
  @inline(__always) mutating func encode(_ value: UInt32) throws {
    try field(.uint).append(varint: UInt64(value))
  }
  @inline(__always) mutating func encode(_ value: UInt64) throws {
    try field(.uint).append(varint: value)
  }
  @inline(__always) mutating func encode(_ value: Float) throws {
    try field(.float).append(littleEndian: value.bitPattern)
  }
  @inline(__always) mutating func encode(_ value: Double) throws {
    try field(.double).append(littleEndian: value.bitPattern)
  }
}

/// The one value of a single-value container.
struct PlaceEncodingContainer: SingleValueEncodingContainer, ScalarEncoding {
  let row: RowBuilder
  let frame: Int

  var codingPath: [any CodingKey] { row.path(to: frame) }

  func field(_ kind: Kind) throws -> ByteBuffer {
    try row.field(kind, in: frame)
  }

  func encode<T: Encodable>(_ value: T) throws {
    try row.encode(value, in: frame)
  }

  // The standard protocols have defaults for these two, so the shared ones would be ambiguous.
  func encode(_ value: Int128) throws { try field(.int128).append(littleEndian: value) }
  func encode(_ value: UInt128) throws { try field(.uint128).append(littleEndian: value) }
}

/// The elements of an unkeyed container.
struct ListEncodingContainer: UnkeyedEncodingContainer, ScalarEncoding {
  let sequence: SequenceBuilder

  var codingPath: [any CodingKey] { [] }
  var count: Int { sequence.count }

  func field(_ kind: Kind) throws -> ByteBuffer {
    try sequence.leaf(kind, key: nil)
  }

  func encode<T: Encodable>(_ value: T) throws {
    try sequence.append(value, key: nil)
  }

  // The standard protocols have defaults for these two, so the shared ones would be ambiguous.
  func encode(_ value: Int128) throws { try field(.int128).append(littleEndian: value) }
  func encode(_ value: UInt128) throws { try field(.uint128).append(littleEndian: value) }

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
