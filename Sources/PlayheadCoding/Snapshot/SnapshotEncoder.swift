/// The shared state of the encoders of one snapshot.
final class SnapshotCore {
  private var depth = 0
  private var stack = StackGuard()
  /// The encoders that may write: those of values whose `encode(to:)` has not returned.
  private(set) var isOpen = false

  /// The parts that `body` writes.
  func parts(_ body: (SnapshotEncoder) throws -> Void) throws -> SnapshotParts {
    guard depth < EncodingCore.depthLimit, StackGuard.isFree(depth) || stack.hasRoom() else {
      throw EncodingFault.tooDeep
    }
    let parts = SnapshotParts()
    depth += 1
    isOpen = true
    defer {
      depth -= 1
      isOpen = depth > 0
    }
    try body(SnapshotEncoder(core: self, parts: parts))
    return parts
  }

  /// A snapshot of a part.
  func snapshot(of value: some Encodable) throws -> ValueSnapshot {
    // A value that kept its encoder may not change a snapshot that another thread reads.
    guard isOpen else { throw EncodingFault.usedAfterwards }
    return try ValueSnapshot(of: value, self)
  }
}

/// The `Encoder` that takes down what a value writes.
struct SnapshotEncoder: Encoder {
  let core: SnapshotCore
  let parts: SnapshotParts

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let members = KeyedSnapshotMembers<Key>()
    if core.isOpen { parts.add(.members(members)) }
    return KeyedEncodingContainer(MemberSnapshots(core: core, members: members))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let list = SnapshotList()
    if core.isOpen { parts.add(.list(list)) }
    return ElementSnapshots(core: core, list: list)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    WholeSnapshot(core: core, parts: parts)
  }
}

private struct WholeSnapshot: SingleValueEncodingContainer {
  let core: SnapshotCore
  let parts: SnapshotParts

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { if core.isOpen { parts.add(.null) } }
  func encode<T: Encodable>(_ value: T) throws { parts.add(.value(try core.snapshot(of: value))) }
  // The standard protocol's defaults for these two throw.
  func encode(_ value: Int128) throws { parts.add(.value(try core.snapshot(of: value))) }
  func encode(_ value: UInt128) throws { parts.add(.value(try core.snapshot(of: value))) }
}

private struct ElementSnapshots: UnkeyedEncodingContainer {
  let core: SnapshotCore
  let list: SnapshotList

  var codingPath: [any CodingKey] { [] }
  var count: Int { list.parts.count }

  private func add(_ part: SnapshotParts.Part) { if core.isOpen { list.parts.append(part) } }

  func encodeNil() { add(.null) }
  func encode<T: Encodable>(_ value: T) throws { add(.value(try core.snapshot(of: value))) }
  // The standard protocol's defaults for these two throw.
  func encode(_ value: Int128) throws { add(.value(try core.snapshot(of: value))) }
  func encode(_ value: UInt128) throws { add(.value(try core.snapshot(of: value))) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let members = KeyedSnapshotMembers<Key>()
    add(.members(members))
    return KeyedEncodingContainer(MemberSnapshots(core: core, members: members))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let nested = SnapshotList()
    add(.list(nested))
    return ElementSnapshots(core: core, list: nested)
  }

  func superEncoder() -> any Encoder {
    let parts = SnapshotParts()
    add(.nested(parts))
    return SnapshotEncoder(core: core, parts: parts)
  }
}

private struct MemberSnapshots<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let core: SnapshotCore
  let members: KeyedSnapshotMembers<Key>

  var codingPath: [any CodingKey] { [] }

  private func add(_ part: SnapshotParts.Part, _ key: Key?) {
    if core.isOpen { members.members.append((key, part)) }
  }

  private func put(_ value: (some Encodable)?, _ key: Key) throws {
    if let value { add(.optional(try core.snapshot(of: value)), key) }
  }

  func encodeNil(forKey key: Key) { add(.null, key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    add(.value(try core.snapshot(of: value)), key)
  }
  // The standard protocol's defaults for these two throw.
  func encode(_ value: Int128, forKey key: Key) throws {
    add(.value(try core.snapshot(of: value)), key)
  }
  func encode(_ value: UInt128, forKey key: Key) throws {
    add(.value(try core.snapshot(of: value)), key)
  }

  // The standard protocol's defaults for these forget that the members are optional.
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try put(value, key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try put(value, key) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = KeyedSnapshotMembers<NestedKey>()
    add(.members(nested), key)
    return KeyedEncodingContainer(MemberSnapshots<NestedKey>(core: core, members: nested))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let nested = SnapshotList()
    add(.list(nested), key)
    return ElementSnapshots(core: core, list: nested)
  }

  func superEncoder() -> any Encoder { openEncoder(nil) }
  func superEncoder(forKey key: Key) -> any Encoder { openEncoder(key) }

  private func openEncoder(_ key: Key?) -> any Encoder {
    let parts = SnapshotParts()
    add(.nested(parts), key)
    return SnapshotEncoder(core: core, parts: parts)
  }
}
