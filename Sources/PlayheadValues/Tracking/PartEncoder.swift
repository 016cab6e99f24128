import PlayheadCoding

/// Collects the parts that a value passes to its encoder, without inspecting them.
///
/// Values that encode themselves in an unusual way (into nested containers, through `superEncoder`, a key
/// twice, two containers) are left to a whole encoding, which also detects misuse.
struct PartTaker {
  private var taking = Taking()

  /// The content of `value`; `nil` if only a whole encoding can find it.
  mutating func take<T: Encodable>(
    _ value: T, depth: Int, _ facts: TypeFacts
  ) throws -> KeptContent? {
    // A value may have kept its encoder, and must not write into later parts.
    if !isKnownUniquelyReferenced(&taking) { taking = Taking() }
    taking.begin(depth: depth, room: facts.names.count)
    defer { taking.end() }
    try value.encode(to: PartEncoder(taking: taking))
    return content(facts)
  }

  private func content(_ facts: TypeFacts) -> KeptContent? {
    switch taking.form {
    case .nothing: .record(RecordParts(names: [], parts: []))
    case .odd: nil
    case .sequence: .list(taking.parts)
    case .record: record(facts)
    case .single:
      switch taking.parts.first {
      case .value(let value)?: .value(value)
      case .kept(let kept)?: .wrapped(kept)
      case .fields?, nil: nil
      }
    }
  }

  private func record(_ facts: TypeFacts) -> KeptContent? {
    if !taking.names.areSame(as: facts.names) {
      guard Set(taking.names).count == taking.names.count else { return nil }
      facts.names = taking.names
    }
    // All values of a type share one array of names.
    return .record(RecordParts(names: facts.names, parts: taking.parts))
  }
}

/// The parts of a value so far.
private final class Taking {
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

/// The `Encoder` that collects a value's parts.
private struct PartEncoder: Encoder {
  let taking: Taking

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // A dictionary that the enclosing value encodes as; only the encoding knows its order.
    if ObjectIdentifier(type) == dictionaryKeyType {
      return taking.nowhere().container(keyedBy: type)
    }
    taking.open(.record)
    return KeyedEncodingContainer(PartKeyedContainer<Key>(taking: taking))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    taking.open(.sequence)
    return PartListContainer(taking: taking)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    PartPlaceContainer(taking: taking)
  }
}

/// The fields of a record. One generic function takes all scalar types; the standard protocols have their own
/// defaults for integers of 128 bits.
private struct PartKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let taking: Taking

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { taking.add(.value(.null), under: key.stringValue) }

  @inline(__always)
  func encode<T: Encodable>(_ value: T, forKey key: Key) {
    taking.add(Part(value, depth: taking.depth), under: key.stringValue)
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) {
    guard let value else { return }
    taking.add(Part(value, depth: taking.depth, isWrapped: true), under: key.stringValue)
  }

  func encode(_ value: Int128, forKey key: Key) {
    taking.add(.value(.int128(value)), under: key.stringValue)
  }
  func encode(_ value: UInt128, forKey key: Key) {
    taking.add(.value(.uint128(value)), under: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    taking.nowhere().container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    taking.nowhere().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { taking.nowhere() }
  func superEncoder(forKey key: Key) -> any Encoder { taking.nowhere() }
}

/// The value of a single-value container.
private struct PartPlaceContainer: SingleValueEncodingContainer {
  let taking: Taking

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { taking.setSingle(.value(.null)) }

  @inline(__always)
  func encode<T: Encodable>(_ value: T) { taking.setSingle(Part(value, depth: taking.depth)) }
  func encode(_ value: Int128) { taking.setSingle(.value(.int128(value))) }
  func encode(_ value: UInt128) { taking.setSingle(.value(.uint128(value))) }
}

/// The elements of an unkeyed container.
private struct PartListContainer: UnkeyedEncodingContainer {
  let taking: Taking

  var codingPath: [any CodingKey] { [] }
  var count: Int { taking.parts.count }

  func encodeNil() { taking.add(.value(.null)) }

  @inline(__always)
  func encode<T: Encodable>(_ value: T) { taking.add(Part(value, depth: taking.depth)) }
  func encode(_ value: Int128) { taking.add(.value(.int128(value))) }
  func encode(_ value: UInt128) { taking.add(.value(.uint128(value))) }

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
