/// Makes random values of types with a synthesized `init(from:)`: each member is random, and an optional one may be missing.
struct RandomDecoder: Decoder {
  let source: Source

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(source: source))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotSynthesized() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotSynthesized() }

  /// A random value of any type.
  static func value<T: Decodable>(_ type: T.Type, _ source: Source) throws -> T {
    if let type = type as? any Sample.Type, let value = type.random(source) as? T { return value }
    return try T(from: RandomDecoder(source: source))
  }

  /// Why a type needs a `random` of its own.
  private struct NotSynthesized: Error {}

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: Source

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { source.chance(50) }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try value(type, source)
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> { throw NotSynthesized() }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw NotSynthesized()
    }

    func superDecoder() throws -> any Decoder { throw NotSynthesized() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw NotSynthesized() }
  }
}

/// A struct with synthesized encoding.
protocol SynthesizedSample: Sample {}

extension SynthesizedSample {
  static func random(_ source: Source) -> Self {
    do {
      return try source.nested { try Self(from: RandomDecoder(source: source)) }
    } catch {
      fatalError("a member of \(Self.self) needs a 'random' of its own")
    }
  }
}
