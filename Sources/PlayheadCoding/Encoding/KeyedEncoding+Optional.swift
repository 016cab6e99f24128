/// Members that may be `nil`, which are then left out: as they are if they are to be dropped.
extension RowEncodingContainer {
  @inline(__always)
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    if let value, !drops(.bool, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    if let value, !drops(.string, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    if let value, !drops(.float, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    if let value, !drops(.double, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    if let value, !drops(.int, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    if let value, !drops(.int, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    if let value, !drops(.int, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    if let value, !drops(.int, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    if let value, !drops(.int, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    if let value, !drops(.uint, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    if let value, !drops(.uint, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    if let value, !drops(.uint, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    if let value, !drops(.uint, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    if let value, !drops(.uint, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    if let value, !drops(.int128, key) { try encode(value, forKey: key) }
  }
  @inline(__always)
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    if let value, !drops(.uint128, key) { try encode(value, forKey: key) }
  }

  @inline(__always)
  private func drops(_ kind: Kind, _ key: Key) -> Bool {
    row.isGuarded && row.drops(kind, parent: container, key: name(of: key))
  }
}
