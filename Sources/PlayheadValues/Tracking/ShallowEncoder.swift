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
    try value.encode(to: PartEncoder(receiver: collected))
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

/// Receives the parts that a value passes to its encoder.
protocol PartReceiver: AnyObject {
  /// The number of values that enclose the parts.
  var depth: Int { get }

  /// Notes that the value opens a container.
  func open(_ container: EncodedForm)

  /// A field of a record. `isWrapped` says that it is the value of an optional.
  func receive<T: Encodable>(_ value: T, under name: String, isWrapped: Bool)

  /// A field that is a scalar.
  func receive(scalar: Value, under name: String)

  /// An element of a list, or the one value that the value encodes as.
  func receive<T: Encodable>(_ value: T)

  /// The same for a scalar.
  func receive(scalar: Value)
}

/// How a value encodes itself.
enum EncodedForm {
  case nothing, single, record, sequence
  /// Only a whole encoding understands the value.
  case odd

  /// Adds another container. A class and its superclass open the same one.
  func adding(_ container: EncodedForm) -> EncodedForm {
    self == .nothing || self == container && container != .single ? container : .odd
  }
}

private final class ShallowParts: PartReceiver {
  @exclusivity(unchecked) private(set) var form = EncodedForm.nothing
  @exclusivity(unchecked) private(set) var names: [String] = []
  @exclusivity(unchecked) private(set) var parts: [Part] = []
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

  func open(_ container: EncodedForm) { form = form.adding(container) }

  @inline(__always)
  func receive<T: Encodable>(_ value: T, under name: String, isWrapped: Bool) {
    names.append(name)
    parts.append(Part(value, depth: depth, isWrapped: isWrapped))
  }

  func receive(scalar: Value, under name: String) {
    names.append(name)
    parts.append(.value(scalar))
  }

  @inline(__always)
  func receive<T: Encodable>(_ value: T) { parts.append(Part(value, depth: depth)) }

  func receive(scalar: Value) { parts.append(.value(scalar)) }
}

/// Passes the parts of a value to a receiver, without inspecting them.
struct PartEncoder<Receiver: PartReceiver>: Encoder {
  let receiver: Receiver

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // A dictionary that the enclosing value encodes as; only the encoding knows its order.
    if ObjectIdentifier(type) == dictionaryKeyType {
      return receiver.nowhere().container(keyedBy: type)
    }
    receiver.open(.record)
    return KeyedEncodingContainer(KeyedPartContainer<Key, Receiver>(receiver: receiver))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    receiver.open(.sequence)
    return ListPartContainer(receiver: receiver)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SinglePartContainer(receiver: receiver)
  }
}

extension PartReceiver {
  /// An encoder that drops its output, for values that need a whole encoding.
  fileprivate func nowhere() -> any Encoder {
    open(.odd)
    return discardingEncoder(depth: depth)
  }
}

/// The fields of a record. One generic function takes all scalar types; the standard protocols have their own
/// defaults for integers of 128 bits.
private struct KeyedPartContainer<
  Key: CodingKey, Receiver: PartReceiver
>: KeyedEncodingContainerProtocol {
  let receiver: Receiver

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { receiver.receive(scalar: .null, under: key.stringValue) }

  @inline(__always)
  func encode<T: Encodable>(_ value: T, forKey key: Key) {
    receiver.receive(value, under: key.stringValue, isWrapped: false)
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) {
    guard let value else { return }
    receiver.receive(value, under: key.stringValue, isWrapped: true)
  }

  func encode(_ value: Int128, forKey key: Key) {
    receiver.receive(scalar: .int128(value), under: key.stringValue)
  }
  func encode(_ value: UInt128, forKey key: Key) {
    receiver.receive(scalar: .uint128(value), under: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    receiver.nowhere().container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    receiver.nowhere().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { receiver.nowhere() }
  func superEncoder(forKey key: Key) -> any Encoder { receiver.nowhere() }
}

private struct SinglePartContainer<Receiver: PartReceiver>: SingleValueEncodingContainer {
  let receiver: Receiver

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { set(.null) }

  @inline(__always)
  func encode<T: Encodable>(_ value: T) {
    receiver.open(.single)
    receiver.receive(value)
  }

  func encode(_ value: Int128) { set(.int128(value)) }
  func encode(_ value: UInt128) { set(.uint128(value)) }

  private func set(_ scalar: Value) {
    receiver.open(.single)
    receiver.receive(scalar: scalar)
  }
}

private struct ListPartContainer<Receiver: PartReceiver>: UnkeyedEncodingContainer {
  let receiver: Receiver
  private(set) var count = 0

  init(receiver: Receiver) { self.receiver = receiver }

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() { add(.null) }

  @inline(__always)
  mutating func encode<T: Encodable>(_ value: T) {
    count += 1
    receiver.receive(value)
  }

  mutating func encode(_ value: Int128) { add(.int128(value)) }
  mutating func encode(_ value: UInt128) { add(.uint128(value)) }

  private mutating func add(_ scalar: Value) {
    count += 1
    receiver.receive(scalar: scalar)
  }

  func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    receiver.nowhere().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    receiver.nowhere().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { receiver.nowhere() }
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
