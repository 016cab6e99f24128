import PlayheadCoding

/// The `Encoder` that a value sees whose parts are taken down.
struct PartEncoder: Encoder {
  let taking: Taking

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // A dictionary that stands for the value around it, whose order only the encoding knows.
    if ObjectIdentifier(type) == dictionaryKeyType {
      return taking.nowhere().container(keyedBy: type)
    }
    taking.open(.record)
    return KeyedEncodingContainer(PartKeyedContainer<Key>(taking: taking))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    taking.open(.sequence)
    return PartListContainer(taking: taking)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    PartPlaceContainer(taking: taking)
  }
}

/// The fields of a record.
struct PartKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let taking: Taking

  var codingPath: [any CodingKey] { [] }

  @inline(__always)
  private func take(_ value: Value, _ key: Key) {
    taking.add(.value(value), under: key.stringValue)
  }

  func encodeNil(forKey key: Key) { take(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { take(.bool(value), key) }
  func encode(_ value: String, forKey key: Key) { take(.string(value), key) }
  func encode(_ value: Double, forKey key: Key) { take(.double(value), key) }
  func encode(_ value: Float, forKey key: Key) { take(.float(value), key) }
  func encode(_ value: Int, forKey key: Key) { take(.int(Int64(value)), key) }
  func encode(_ value: Int8, forKey key: Key) { take(.int(Int64(value)), key) }
  func encode(_ value: Int16, forKey key: Key) { take(.int(Int64(value)), key) }
  func encode(_ value: Int32, forKey key: Key) { take(.int(Int64(value)), key) }
  func encode(_ value: Int64, forKey key: Key) { take(.int(value), key) }
  func encode(_ value: Int128, forKey key: Key) { take(.int128(value), key) }
  func encode(_ value: UInt, forKey key: Key) { take(.uint(UInt64(value)), key) }
  func encode(_ value: UInt8, forKey key: Key) { take(.uint(UInt64(value)), key) }
  func encode(_ value: UInt16, forKey key: Key) { take(.uint(UInt64(value)), key) }
  func encode(_ value: UInt32, forKey key: Key) { take(.uint(UInt64(value)), key) }
  func encode(_ value: UInt64, forKey key: Key) { take(.uint(value), key) }
  func encode(_ value: UInt128, forKey key: Key) { take(.uint128(value), key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) {
    taking.add(Part(value, depth: taking.depth), under: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    taking.nowhere().container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    taking.nowhere().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { taking.nowhere() }
  func superEncoder(forKey key: Key) -> any Encoder { taking.nowhere() }
}
