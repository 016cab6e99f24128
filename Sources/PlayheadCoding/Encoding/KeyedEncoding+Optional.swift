/// Members that may be `nil`, which are then missing, and are also missing if a rule drops them.
extension RowEncodingContainer {
  @inline(__always)
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, .bool, key) }
  @inline(__always)
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, .string, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, .float, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, .double, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, .int, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, .int, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, .int, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, .int, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, .int, key) }
  @inline(__always)
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, .uint, key) }
  @inline(__always)
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, .uint, key) }
  @inline(__always)
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, .uint, key) }
  @inline(__always)
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, .uint, key) }
  @inline(__always)
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, .uint, key) }
  @inline(__always)
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try put(value, .int128, key) }
  @inline(__always)
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try put(value, .uint128, key) }

  @inline(__always)
  private func put<T: Encodable>(_ value: T?, _ kind: Kind, _ key: Key) throws {
    let name = name(of: key)
    guard let value, !(row.isGuarded && row.drops(kind, parent: container, key: name)) else {
      return try row.writeAbsent(.missing, kind, parent: container, key: name)
    }
    try row.encodePresent(value, parent: container, key: name)
  }
}
