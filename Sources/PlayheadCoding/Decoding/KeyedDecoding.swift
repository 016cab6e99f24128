/// A container of named members. The standard protocol asks for an overload per scalar type; this
/// has them all, over one way to find a member.
///
/// Inlined everywhere, so that the standard library's call lands in the container itself.
protocol KeyedDecoding: KeyedDecodingContainerProtocol {
  func find(_ key: Key) throws -> RowDecoder?
  /// Reads an integer that `find` gave.
  func integer<T: FixedWidthInteger>(_ type: T.Type, _ member: RowDecoder) throws -> T
}

extension KeyedDecoding {
  @inline(__always)
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).kind == .null }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try member(key).decode(type)
  }

  @inline(__always)
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key).unwrapped() }

  @inline(__always)
  func member(_ key: Key) throws -> RowDecoder {
    if let found = try find(key) { return found }
    throw DecodingError.keyNotFound(
      key,
      .own(codingPath, "the log has no '\(key.stringValue)' here"))
  }
}

extension KeyedDecoding {
  @inline(__always)
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try member(key).scalar(type, Scalar.bool)
  }
  @inline(__always)
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try member(key).scalar(type, Scalar.string)
  }
  @inline(__always)
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try member(key).scalar(type, Scalar.float)
  }
  @inline(__always)
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try member(key).scalar(type, Scalar.double)
  }
  @inline(__always)
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try integer(type, member(key))
  }
  @inline(__always)
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try integer(type, member(key))
  }
  @inline(__always)
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try integer(type, member(key))
  }
  @inline(__always)
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try integer(type, member(key))
  }
  @inline(__always)
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try integer(type, member(key))
  }
  @inline(__always)
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try integer(type, member(key))
  }
  @inline(__always)
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try integer(type, member(key))
  }
  @inline(__always)
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try integer(type, member(key))
  }
  @inline(__always)
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try integer(type, member(key))
  }
  @inline(__always)
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try integer(type, member(key))
  }
  @inline(__always)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try integer(type, member(key))
  }
  @inline(__always)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try integer(type, member(key))
  }

  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type, _ member: RowDecoder) throws -> T {
    try member.scalar(type) { kind, reader throws(ByteFault) in
      try Scalar.integer(type, kind, &reader)
    }
  }
}
