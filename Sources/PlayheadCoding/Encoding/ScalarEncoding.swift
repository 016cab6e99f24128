/// The value of a single-value container.
struct SingleEncodingContainer: SingleValueEncodingContainer {
  let row: RowBuilder
  let frame: Int

  var codingPath: [any CodingKey] { [] }

  func encodeNil() throws { try row.encodeNil(in: frame) }

  @inline(__always)
  func encode<T: Encodable>(_ value: T) throws {
    try row.encode(value, in: frame)
  }

  // The standard protocol's defaults for these two throw.
  func encode(_ value: Int128) throws { try row.encode(value, in: frame) }
  func encode(_ value: UInt128) throws { try row.encode(value, in: frame) }
}

/// The elements of an unkeyed container.
struct ListEncodingContainer: UnkeyedEncodingContainer {
  let sequence: SequenceBuilder

  var codingPath: [any CodingKey] { [] }
  var count: Int { sequence.count }

  func encodeNil() throws { try sequence.primitive(.null, key: nil).append(0) }

  @inline(__always)
  func encode<T: Encodable>(_ value: T) throws {
    try sequence.append(value, key: nil)
  }

  // The standard protocol's defaults for these two throw.
  func encode(_ value: Int128) throws { try sequence.append(value, key: nil) }
  func encode(_ value: UInt128) throws { try sequence.append(value, key: nil) }

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
  /// An encoder for an element that is written in parts.
  func openEncoder(key: String?) -> RowEncoder {
    let row = openRow(key: key)
    return RowEncoder(row: row, frame: row.pushFrame(parent: -1, key: "", type: RowEncoder.self))
  }
}
