import Foundation
import PlayheadCoding

/// Makes values of types out of trees that people wrote, as a row decoder does out of rows.
///
/// It asks for less than a row: any number that fits is a number of the type, and texts stand for dates
/// (ISO 8601), UUIDs, URLs and bytes (Base64), as in `Value.json`. Names that the type does not ask for
/// are passed over.
package struct ValueDecoder: Decoder {
  /// As deep as rows go, and for the same reason.
  private static let depthLimit = DecodingCore.depthLimit

  let value: Value
  package let codingPath: [any CodingKey]
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// A decoder of `value`.
  package init(_ value: Value) {
    self.init(value, at: [])
  }

  init(_ value: Value, at path: [any CodingKey]) {
    (self.value, codingPath) = (value, path)
  }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    switch value {
    case .record(let fields):
      let members = fields.map { ($0.name, $0.value) }
      return KeyedDecodingContainer(MemberDecodingContainer<Key>(members, at: codingPath))
    case .dictionary(let entries):
      let members = try entries.map { entry in
        guard case .string(let name) = entry.key else { throw mismatch([String: Any].self) }
        return (name, entry.value)
      }
      return KeyedDecodingContainer(MemberDecodingContainer<Key>(members, at: codingPath))
    default: throw mismatch([String: Any].self)
    }
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let elements: [Value]
    switch value {
    case .list(let all), .set(let all): elements = all
    case .dictionary(let entries): elements = entries.flatMap { [$0.key, $0.value] }
    case .bytes(let bytes): elements = bytes.map { .uint(UInt64($0)) }
    default: throw mismatch([Any].self)
    }
    return ElementDecodingContainer(elements: elements, codingPath: codingPath)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer {
    WholeDecodingContainer(decoder: self)
  }

  /// The value as one of `type`.
  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    var stack = StackGuard()
    guard codingPath.count < Self.depthLimit, stack.hasRoom(at: codingPath.count) else {
      throw DecodingError.dataCorrupted(
        .own([], "it nests deeper than \(Self.depthLimit) levels, or than the stack has room for"))
    }
    guard let primitive = type as? any ReadFromValue.Type else { return try T(from: self) }
    if let read = primitive.init(value: value) as? T { return read }
    // Only a URL has a form of its own besides.
    guard type == URL.self, case .record = value else { throw mismatch(type) }
    return try T(from: self)
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: ""))
  }
}

/// The members of a record, or of a dictionary of texts. Of a name that is there twice, the last counts.
private struct MemberDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let members: [String: Value]
  private let names: [String]
  let codingPath: [any CodingKey]

  init(_ members: [(String, Value)], at path: [any CodingKey]) {
    self.members = Dictionary(members) { _, last in last }
    names = members.map(\.0)
    codingPath = path
  }

  var allKeys: [Key] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool {
    if case .null = try decoder(of: key).value { true } else { false }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder(of: key).decode(type)
  }

  // The standard protocol has defaults for these two that refuse them.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try decoder(of: key).decode(type)
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try decoder(of: key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(of: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(of: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try superDecoder(under: AnyKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(under: key) }

  private func superDecoder(under key: any CodingKey) throws -> any Decoder {
    ValueDecoder(members[key.stringValue] ?? .null, at: codingPath + [key])
  }

  private func decoder(of key: Key) throws -> ValueDecoder {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: ""))
    }
    return ValueDecoder(value, at: codingPath + [key])
  }
}

/// The elements of a list or set, and the keys and values of a dictionary one after the other.
private struct ElementDecodingContainer: UnkeyedDecodingContainer {
  let elements: [Value]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [Value], codingPath: [any CodingKey]) {
    (self.elements, self.codingPath) = (elements, codingPath)
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard case .null = try next(Any?.self).value else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try element(type) }

  private mutating func element<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try next(type).decode(type)
    currentIndex += 1
    return value
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 { try element(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try next([String: Any].self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try next([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try next(Any.self)
    currentIndex += 1
    return decoder
  }

  private func next(_ type: Any.Type) throws -> ValueDecoder {
    let path = codingPath + [AnyKey(index: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: ""))
    }
    return ValueDecoder(elements[currentIndex], at: path)
  }
}

/// The value as a whole.
private struct WholeDecodingContainer: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { if case .null = decoder.value { true } else { false } }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.decode(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.decode(type) }
}
