/// A container of named members. The standard protocol asks for an overload per scalar type; this
/// has them all, over one place to write to.
///
/// Inlined everywhere, so that the standard library's call lands in the container itself.
protocol KeyedEncoding: KeyedEncodingContainerProtocol {
  /// Writes a field, whose bytes `body` appends; `bits` is the size of an integer's type.
  func write(_ kind: Kind, _ key: Key, bits: Int, _ body: (ByteBuffer) -> Void) throws
}

extension KeyedEncoding {
  @inline(__always)
  func write(_ kind: Kind, _ key: Key, _ body: (ByteBuffer) -> Void) throws {
    try write(kind, key, bits: 64, body)
  }

  @inline(__always)
  func encodeNil(forKey key: Key) throws {
    try write(.null, key) { $0.append(0) }
  }
  @inline(__always)
  func encode(_ value: Bool, forKey key: Key) throws {
    try write(.bool, key) { $0.append(value ? 1 : 0) }
  }
  @inline(__always)
  func encode(_ value: String, forKey key: Key) throws {
    try write(.string, key) { $0.append(string: value) }
  }
  @inline(__always)
  func encode(_ value: Int, forKey key: Key) throws {
    try write(.int, key) { $0.append(zigzag: Int64(value)) }
  }
  @inline(__always)
  func encode(_ value: Int8, forKey key: Key) throws {
    try write(.int, key, bits: 8) { $0.append(zigzag: Int64(value)) }
  }
  @inline(__always)
  func encode(_ value: Int16, forKey key: Key) throws {
    try write(.int, key, bits: 16) { $0.append(zigzag: Int64(value)) }
  }
  @inline(__always)
  func encode(_ value: Int32, forKey key: Key) throws {
    try write(.int, key, bits: 32) { $0.append(zigzag: Int64(value)) }
  }
  @inline(__always)
  func encode(_ value: Int64, forKey key: Key) throws {
    try write(.int, key) { $0.append(zigzag: value) }
  }
  @inline(__always)
  func encode(_ value: UInt, forKey key: Key) throws {
    try write(.uint, key) { $0.append(varint: UInt64(value)) }
  }
  @inline(__always)
  func encode(_ value: UInt8, forKey key: Key) throws {
    try write(.uint, key, bits: 8) { $0.append(varint: UInt64(value)) }
  }
  @inline(__always)
  func encode(_ value: UInt16, forKey key: Key) throws {
    try write(.uint, key, bits: 16) { $0.append(varint: UInt64(value)) }
  }
  @inline(__always)
  func encode(_ value: UInt32, forKey key: Key) throws {
    try write(.uint, key, bits: 32) { $0.append(varint: UInt64(value)) }
  }
  @inline(__always)
  func encode(_ value: UInt64, forKey key: Key) throws {
    try write(.uint, key) { $0.append(varint: value) }
  }
  @inline(__always)
  func encode(_ value: Int128, forKey key: Key) throws {
    try write(.int128, key) { $0.append(littleEndian: value) }
  }
  @inline(__always)
  func encode(_ value: UInt128, forKey key: Key) throws {
    try write(.uint128, key) { $0.append(littleEndian: value) }
  }
  @inline(__always)
  func encode(_ value: Float, forKey key: Key) throws {
    try write(.float, key) { $0.append(littleEndian: value.bitPattern) }
  }
  @inline(__always)
  func encode(_ value: Double, forKey key: Key) throws {
    try write(.double, key) { $0.append(littleEndian: value.bitPattern) }
  }
}

/// The members of a record.
struct RowEncodingContainer<Key: CodingKey>: KeyedEncoding {
  let row: RowBuilder
  let container: Int32

  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  func name(of key: Key) -> String {
    row.isGuarded ? row.guardedName(of: key, in: container) : key.stringValue
  }

  @inline(__always)
  func write(_ kind: Kind, _ key: Key, bits: Int, _ body: (ByteBuffer) -> Void) throws {
    try row.write(kind, bits: bits, parent: container, key: name(of: key), body)
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try row.encode(value, parent: container, key: name(of: key))
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    let name = name(of: key)
    guard let value, !row.drops(T.self, parent: container, key: name) else { return }
    try row.encodeWrapped(value, parent: container, key: name)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let name = name(of: key)
    let nested = row.container(
      parent: container, key: name, row.memberScope(parent: container, key: name))
    return KeyedEncodingContainer(RowEncodingContainer<NestedKey>(row: row, container: nested))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ListEncodingContainer(
      sequence: row.sharedSequence(parent: container, key: name(of: key)))
  }

  func superEncoder() -> any Encoder {
    superEncoder(under: "super")
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    superEncoder(under: name(of: key))
  }

  private func superEncoder(under key: String) -> any Encoder {
    let scope = row.memberScope(parent: container, key: key)
    return row.sequence(.nested, parent: container, key: key, scope).openEncoder(key: nil)
  }
}

/// The entries of a dictionary whose keys are texts.
struct MapEncodingContainer<Key: CodingKey>: KeyedEncoding {
  let sequence: SequenceBuilder

  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  func write(_ kind: Kind, _ key: Key, bits: Int, _ body: (ByteBuffer) -> Void) throws {
    try sequence.write(kind, bits: bits, key: key.stringValue, body)
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
