/// The shared state of the encoders of one snapshot.
final class SnapshotCore {
  private var depth = 0
  private var stack = StackGuard()
  /// Whether an `encode(to:)` is running, so that encoders may write.
  var isOpen: Bool { depth > 0 }
  /// The type of the keys of the newest container.
  fileprivate(set) var keyType: ObjectIdentifier?

  /// What `body` writes.
  func writes(of body: (SnapshotEncoder) throws -> Void) throws -> Writes<any Encoder> {
    guard depth < EncodingCore.depthLimit, StackGuard.isFree(depth) || stack.hasRoom() else {
      throw EncodingFault.tooDeep
    }
    let writes = Writes<any Encoder>(self)
    depth += 1
    defer { depth -= 1 }
    try body(SnapshotEncoder(writes: writes))
    return writes
  }
}

/// What a value wrote into an encoder or a container, in order, to be written again into another.
final class Writes<Container> {
  fileprivate let core: SnapshotCore
  private var all: [(inout Container) throws -> Void] = []

  fileprivate init(_ core: SnapshotCore) { self.core = core }

  fileprivate var count: Int { all.count }

  /// A value that kept its encoder may not change a snapshot that another thread reads.
  fileprivate func add(_ write: @escaping (inout Container) throws -> Void) {
    if core.isOpen { all.append(write) }
  }

  fileprivate func snapshot(of value: some Encodable) throws -> ValueSnapshot {
    guard core.isOpen else { throw EncodingFault.usedAfterwards }
    return try ValueSnapshot(of: value, core)
  }

  func write(into container: consuming Container) throws {
    for write in all { try write(&container) }
  }

  // MARK: Containers within

  fileprivate func members<Key: CodingKey>(
    _ open: @escaping (inout Container) -> KeyedEncodingContainer<Key>
  ) -> KeyedEncodingContainer<Key> {
    let members = Writes<KeyedEncodingContainer<Key>>(core)
    add { try members.write(into: open(&$0)) }
    return KeyedEncodingContainer(MemberSnapshots(writes: members))
  }

  fileprivate func list(
    _ open: @escaping (inout Container) -> any UnkeyedEncodingContainer
  ) -> any UnkeyedEncodingContainer {
    let elements = Writes<any UnkeyedEncodingContainer>(core)
    add { try elements.write(into: open(&$0)) }
    return ElementSnapshots(writes: elements)
  }

  fileprivate func encoder(_ open: @escaping (inout Container) -> any Encoder) -> any Encoder {
    let parts = Writes<any Encoder>(core)
    add { try parts.write(into: open(&$0)) }
    return SnapshotEncoder(writes: parts)
  }
}

/// The `Encoder` that takes down what a value writes.
struct SnapshotEncoder: Encoder {
  fileprivate let writes: Writes<any Encoder>

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    writes.core.keyType = ObjectIdentifier(type)
    return writes.members { $0.container(keyedBy: type) }
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    writes.list { $0.unkeyedContainer() }
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { WholeSnapshot(writes: writes) }
}

private struct WholeSnapshot: SingleValueEncodingContainer {
  let writes: Writes<any Encoder>

  var codingPath: [any CodingKey] { [] }

  private func add(_ value: some Encodable) throws {
    let value = try writes.snapshot(of: value)
    writes.add {
      var container = $0.singleValueContainer()
      try container.encode(value)
    }
  }

  func encodeNil() {
    writes.add {
      var container = $0.singleValueContainer()
      try container.encodeNil()
    }
  }

  func encode<T: Encodable>(_ value: T) throws { try add(value) }
  // The standard protocol's defaults for these two throw.
  func encode(_ value: Int128) throws { try add(value) }
  func encode(_ value: UInt128) throws { try add(value) }
}

private struct ElementSnapshots: UnkeyedEncodingContainer {
  let writes: Writes<any UnkeyedEncodingContainer>

  var codingPath: [any CodingKey] { [] }
  var count: Int { writes.count }

  private func add(_ value: some Encodable) throws {
    let value = try writes.snapshot(of: value)
    writes.add { try $0.encode(value) }
  }

  func encodeNil() { writes.add { try $0.encodeNil() } }
  func encode<T: Encodable>(_ value: T) throws { try add(value) }
  // The standard protocol's defaults for these two throw.
  func encode(_ value: Int128) throws { try add(value) }
  func encode(_ value: UInt128) throws { try add(value) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    writes.members { $0.nestedContainer(keyedBy: type) }
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    writes.list { $0.nestedUnkeyedContainer() }
  }

  func superEncoder() -> any Encoder { writes.encoder { $0.superEncoder() } }
}

private struct MemberSnapshots<Key: CodingKey>: OptionalMembers {
  let writes: Writes<KeyedEncodingContainer<Key>>

  var codingPath: [any CodingKey] { [] }

  private func add(_ value: some Encodable, _ key: Key) throws {
    let value = try writes.snapshot(of: value)
    writes.add { try $0.encode(value, forKey: key) }
  }

  func encodeNil(forKey key: Key) { writes.add { try $0.encodeNil(forKey: key) } }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try add(value, key) }
  // The standard protocol's defaults for these two throw.
  func encode(_ value: Int128, forKey key: Key) throws { try add(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try add(value, key) }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    try encodeOptional(value, key)
  }

  func encodeOptional<T: Encodable>(_ value: T?, _ key: Key) throws {
    guard let value else { return }
    let part = try writes.snapshot(of: value)
    writes.add { try $0.encodeIfPresent(part, forKey: key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    writes.members { $0.nestedContainer(keyedBy: type, forKey: key) }
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    writes.list { $0.nestedUnkeyedContainer(forKey: key) }
  }

  func superEncoder() -> any Encoder { writes.encoder { $0.superEncoder() } }
  func superEncoder(forKey key: Key) -> any Encoder {
    writes.encoder { $0.superEncoder(forKey: key) }
  }
}
