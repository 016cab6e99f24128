/// The members of a record. Inlined, so that the standard library calls it directly for scalar types.
struct RowEncodingContainer<Key: CodingKey>: OptionalMembers {
  let row: RowBuilder
  let container: Int32

  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  func name(of key: Key) -> String {
    row.isGuarded ? row.guardedName(of: key, in: container) : key.stringValue
  }

  @inline(__always)
  func encodeNil(forKey key: Key) throws {
    try row.writeNil(parent: container, key: name(of: key))
  }

  @inline(__always)
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try row.encode(value, parent: container, key: name(of: key))
  }

  // The standard protocol's defaults for these two throw.
  func encode(_ value: Int128, forKey key: Key) throws {
    try row.encode(value, parent: container, key: name(of: key))
  }
  func encode(_ value: UInt128, forKey key: Key) throws {
    try row.encode(value, parent: container, key: name(of: key))
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    let name = name(of: key)
    guard let value, !row.isDropped(ruledType(of: value), parent: container, key: name) else {
      let kind = Primitive(T.self)?.kind ?? .nested
      return try row.writeAbsent(.missing, kind, parent: container, key: name)
    }
    try row.encodePresent(value, parent: container, key: name)
  }

  /// Writes a member as missing if it is `nil`, or if a rule drops its value.
  @inline(__always)
  func encodeOptional<T: Encodable>(_ value: T?, _ key: Key) throws {
    let name = name(of: key)
    let kind = Primitive(T.self)?.kind ?? .nested
    guard let value, !(row.isGuarded && row.isDropped(kind, parent: container, key: name)) else {
      return try row.writeAbsent(.missing, kind, parent: container, key: name)
    }
    try row.encodePresent(value, parent: container, key: name)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let name = name(of: key)
    let nested = row.container(
      parent: container, key: name, row.memberScope(parent: container, key: name))
    return row.members(of: nested)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let name = name(of: key)
    return ListEncodingContainer(
      sequence: row.sharedSequence(.list, parent: container, key: name) {
        row.memberScope(parent: container, key: name)
      })
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

/// The entries of a dictionary with text keys, or the members of a record whose names are data.
struct MapEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sequence: SequenceBuilder

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws {
    try sequence.primitive(.null, key: key.stringValue).append(0)
  }

  @inline(__always)
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try sequence.append(value, key: key.stringValue)
  }

  // The standard protocol's defaults for these two throw.
  func encode(_ value: Int128, forKey key: Key) throws {
    try sequence.append(value, key: key.stringValue)
  }
  func encode(_ value: UInt128, forKey key: Key) throws {
    try sequence.append(value, key: key.stringValue)
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    // As an optional, because the value may be `nil`, too.
    if value != nil { try sequence.append(value, key: key.stringValue) }
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
