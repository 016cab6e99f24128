/// A container that notes whether a member is optional. The standard protocol has an `encodeIfPresent` for each scalar
/// type, whose default leaves out a member that is `nil`.
protocol OptionalMembers: KeyedEncodingContainerProtocol {
  /// Encodes a member that may be `nil`. `encodeIfPresent` of each scalar type calls it.
  func encodeOptional<T: Encodable>(_ value: T?, _ key: Key) throws
}

extension OptionalMembers {
  @inline(__always)
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try encodeOptional(value, key) }
  @inline(__always)
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try encodeOptional(value, key) }
}
