/// A container that takes one part after the other, or just one, without keys.
private protocol PartTaking {
  var taking: Taking { get }
  func take(_ part: Part)
}

extension PartTaking {
  func encodeNil() { take(.value(.null)) }
  func encode(_ value: Bool) { take(.value(.bool(value))) }
  func encode(_ value: String) { take(.value(.string(value))) }
  func encode(_ value: Double) { take(.value(.double(value))) }
  func encode(_ value: Float) { take(.value(.float(value))) }
  func encode(_ value: Int) { take(.value(.int(Int64(value)))) }
  func encode(_ value: Int8) { take(.value(.int(Int64(value)))) }
  func encode(_ value: Int16) { take(.value(.int(Int64(value)))) }
  func encode(_ value: Int32) { take(.value(.int(Int64(value)))) }
  func encode(_ value: Int64) { take(.value(.int(value))) }
  func encode(_ value: UInt) { take(.value(.uint(UInt64(value)))) }
  func encode(_ value: UInt8) { take(.value(.uint(UInt64(value)))) }
  func encode(_ value: UInt16) { take(.value(.uint(UInt64(value)))) }
  func encode(_ value: UInt32) { take(.value(.uint(UInt64(value)))) }
  func encode(_ value: UInt64) { take(.value(.uint(value))) }
  func encode<T: Encodable>(_ value: T) { take(Part(value, depth: taking.depth)) }
}

/// The one value of a single-value container.
struct PartPlaceContainer: SingleValueEncodingContainer, PartTaking {
  let taking: Taking

  var codingPath: [any CodingKey] { [] }

  fileprivate func take(_ part: Part) { taking.setSingle(part) }

  // The standard protocols have defaults for these two, so the shared ones would be ambiguous.
  func encode(_ value: Int128) { take(.value(.int128(value))) }
  func encode(_ value: UInt128) { take(.value(.uint128(value))) }
}

/// The elements of an unkeyed container.
struct PartListContainer: UnkeyedEncodingContainer, PartTaking {
  let taking: Taking

  var codingPath: [any CodingKey] { [] }
  var count: Int { taking.parts.count }

  fileprivate func take(_ part: Part) { taking.add(part) }

  // The standard protocols have defaults for these two, so the shared ones would be ambiguous.
  func encode(_ value: Int128) { take(.value(.int128(value))) }
  func encode(_ value: UInt128) { take(.value(.uint128(value))) }

  func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    taking.nowhere().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    taking.nowhere().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { taking.nowhere() }
}
