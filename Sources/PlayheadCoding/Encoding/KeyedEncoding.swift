/// A container of named members. The standard protocol asks for an overload per scalar type; this
/// has them all, over one place to write to.
protocol KeyedEncoding: KeyedEncodingContainerProtocol {
  func field(_ kind: Kind, _ key: Key) -> ByteBuffer
}

extension KeyedEncoding {
  func encodeNil(forKey key: Key) { field(.null, key).append(0) }
  func encode(_ value: Bool, forKey key: Key) { field(.bool, key).append(value ? 1 : 0) }
  func encode(_ value: String, forKey key: Key) { field(.string, key).append(string: value) }
  func encode(_ value: Int, forKey key: Key) { field(.int, key).append(zigzag: Int64(value)) }
  func encode(_ value: Int8, forKey key: Key) { field(.int, key).append(zigzag: Int64(value)) }
  func encode(_ value: Int16, forKey key: Key) { field(.int, key).append(zigzag: Int64(value)) }
  func encode(_ value: Int32, forKey key: Key) { field(.int, key).append(zigzag: Int64(value)) }
  func encode(_ value: Int64, forKey key: Key) { field(.int, key).append(zigzag: value) }
  func encode(_ value: UInt, forKey key: Key) { field(.uint, key).append(varint: UInt64(value)) }
  func encode(_ value: UInt8, forKey key: Key) { field(.uint, key).append(varint: UInt64(value)) }
  func encode(_ value: UInt16, forKey key: Key) { field(.uint, key).append(varint: UInt64(value)) }
  func encode(_ value: UInt32, forKey key: Key) { field(.uint, key).append(varint: UInt64(value)) }
  func encode(_ value: UInt64, forKey key: Key) { field(.uint, key).append(varint: value) }
  func encode(_ value: Int128, forKey key: Key) { field(.int128, key).append(littleEndian: value) }
  func encode(_ value: UInt128, forKey key: Key) {
    field(.uint128, key).append(littleEndian: value)
  }
  func encode(_ value: Float, forKey key: Key) {
    field(.float, key).append(littleEndian: value.bitPattern)
  }
  func encode(_ value: Double, forKey key: Key) {
    field(.double, key).append(littleEndian: value.bitPattern)
  }
}

/// The members of a record.
struct RowEncodingContainer<Key: CodingKey>: KeyedEncoding {
  let row: RowBuilder
  let container: Int32

  var codingPath: [any CodingKey] { [] }

  func field(_ kind: Kind, _ key: Key) -> ByteBuffer {
    row.field(kind, parent: container, key: key.stringValue)
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try row.encode(value, parent: container, key: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = row.container(parent: container, key: key.stringValue)
    return KeyedEncodingContainer(RowEncodingContainer<NestedKey>(row: row, container: nested))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ListEncodingContainer(
      sequence: row.sequence(.list, parent: container, key: key.stringValue))
  }

  func superEncoder() -> any Encoder {
    superEncoder(under: "super")
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    superEncoder(under: key.stringValue)
  }

  private func superEncoder(under key: String) -> any Encoder {
    row.sequence(.nested, parent: container, key: key).openEncoder(key: nil)
  }
}

/// The entries of a dictionary whose keys are texts.
struct MapEncodingContainer<Key: CodingKey>: KeyedEncoding {
  let sequence: SequenceBuilder

  var codingPath: [any CodingKey] { [] }

  func field(_ kind: Kind, _ key: Key) -> ByteBuffer {
    sequence.leaf(kind, key: key.stringValue)
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try sequence.append(value, key: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    sequence.openEncoder(key: key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    sequence.openEncoder(key: key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    sequence.openEncoder(key: "super")
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    sequence.openEncoder(key: key.stringValue)
  }
}
