import PlayheadCoding

/// Collects the parts that a value passes to its encoder, without inspecting them.
///
/// Values that encode themselves in an unusual way (into nested containers, through `superEncoder`, a key
/// twice, two containers) are left to a whole encoding, which also detects misuse.
struct ShallowEncoder {
  private var collected = ShallowParts()

  /// The content of `value`; `nil` if only a whole encoding can find it.
  mutating func encode<T: Encodable>(
    _ value: T, depth: Int, _ facts: TypeFacts
  ) throws -> SnapshotContent? {
    // A value may have kept its encoder, and must not write into later parts.
    if !isKnownUniquelyReferenced(&collected) { collected = ShallowParts() }
    collected.begin(depth: depth, room: facts.names.count)
    defer { collected.end() }
    try value.encode(to: CollectingEncoder(collected: collected))
    return content(facts)
  }

  private func content(_ facts: TypeFacts) -> SnapshotContent? {
    switch collected.form {
    case .nothing: .record(RecordParts(names: [], parts: []))
    case .odd: nil
    case .sequence: .list(collected.parts)
    case .record: record(facts)
    case .single:
      switch collected.parts.first {
      case .value(let value)?: .value(value)
      case .snapshot(let snapshot)?: .wrapped(snapshot)
      case .fields?, nil: nil
      }
    }
  }

  private func record(_ facts: TypeFacts) -> SnapshotContent? {
    if !collected.names.areSame(as: facts.names) {
      guard Set(collected.names).count == collected.names.count else { return nil }
      facts.names = collected.names
    }
    // All values of a type share one array of names.
    return .record(RecordParts(names: facts.names, parts: collected.parts))
  }
}

private final class ShallowParts {
  enum Form {
    case nothing, single, record, sequence
    /// Only a whole encoding understands the value.
    case odd
  }

  @exclusivity(unchecked) private(set) var form = Form.nothing
  @exclusivity(unchecked) private(set) var names: [String] = []
  @exclusivity(unchecked) private(set) var parts: [Part] = []
  /// The number of values that enclose the parts.
  @exclusivity(unchecked) private(set) var depth = 0

  /// Begins with room for `room` parts: as many as the type's last value had.
  func begin(depth: Int, room: Int) {
    form = .nothing
    self.depth = depth + 1
    parts.reserveCapacity(room)
  }

  func end() {
    names.removeAll(keepingCapacity: true)
    // The content holds the parts now.
    parts = []
  }

  /// Notes a container. A class and its superclass open the same one.
  func open(_ container: Form) {
    form = form == .nothing || form == container ? container : .odd
  }

  @inline(__always)
  func add(_ part: Part, under name: String) {
    names.append(name)
    parts.append(part)
  }

  @inline(__always)
  func add(_ part: Part) { parts.append(part) }

  func setSingle(_ part: Part) {
    form = form == .nothing ? .single : .odd
    parts.append(part)
  }

  /// An encoder that drops its output, for values that need a whole encoding.
  func nowhere() -> any Encoder {
    form = .odd
    return discardingEncoder(depth: depth)
  }
}

private struct CollectingEncoder: Encoder {
  let collected: ShallowParts

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // A dictionary that the enclosing value encodes as; only the encoding knows its order.
    if ObjectIdentifier(type) == dictionaryKeyType {
      return collected.nowhere().container(keyedBy: type)
    }
    collected.open(.record)
    return KeyedEncodingContainer(CollectingKeyedContainer<Key>(collected: collected))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    collected.open(.sequence)
    return CollectingListContainer(collected: collected)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    CollectingSingleContainer(collected: collected)
  }
}

/// The fields of a record. One generic function takes all scalar types; the standard protocols have their own
/// defaults for integers of 128 bits.
private struct CollectingKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let collected: ShallowParts

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { collected.add(.value(.null), under: key.stringValue) }

  @inline(__always)
  func encode<T: Encodable>(_ value: T, forKey key: Key) {
    collected.add(Part(value, depth: collected.depth), under: key.stringValue)
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) {
    guard let value else { return }
    collected.add(Part(value, depth: collected.depth, isWrapped: true), under: key.stringValue)
  }

  func encode(_ value: Int128, forKey key: Key) {
    collected.add(.value(.int128(value)), under: key.stringValue)
  }
  func encode(_ value: UInt128, forKey key: Key) {
    collected.add(.value(.uint128(value)), under: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    collected.nowhere().container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    collected.nowhere().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { collected.nowhere() }
  func superEncoder(forKey key: Key) -> any Encoder { collected.nowhere() }
}

private struct CollectingSingleContainer: SingleValueEncodingContainer {
  let collected: ShallowParts

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { collected.setSingle(.value(.null)) }

  @inline(__always)
  func encode<T: Encodable>(_ value: T) { collected.setSingle(Part(value, depth: collected.depth)) }
  func encode(_ value: Int128) { collected.setSingle(.value(.int128(value))) }
  func encode(_ value: UInt128) { collected.setSingle(.value(.uint128(value))) }
}

private struct CollectingListContainer: UnkeyedEncodingContainer {
  let collected: ShallowParts

  var codingPath: [any CodingKey] { [] }
  var count: Int { collected.parts.count }

  func encodeNil() { collected.add(.value(.null)) }

  @inline(__always)
  func encode<T: Encodable>(_ value: T) { collected.add(Part(value, depth: collected.depth)) }
  func encode(_ value: Int128) { collected.add(.value(.int128(value))) }
  func encode(_ value: UInt128) { collected.add(.value(.uint128(value))) }

  func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    collected.nowhere().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    collected.nowhere().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { collected.nowhere() }
}

extension [String] {
  /// Whether both have the same names, byte by byte.
  func areSame(as others: [String]) -> Bool {
    guard count == others.count else { return false }
    for index in indices where !self[index].hasSameBits(as: others[index]) {
      guard self[index].hasSameUTF8(as: others[index]) else { return false }
    }
    return true
  }
}

extension String {
  /// Whether both are the same in memory: names from the compiler nearly always are.
  @inline(__always)
  fileprivate func hasSameBits(as other: String) -> Bool {
    withUnsafeBytes(of: self) { mine in
      withUnsafeBytes(of: other) { theirs in
        mine.loadUnaligned(as: UInt128.self) == theirs.loadUnaligned(as: UInt128.self)
      }
    }
  }
}
