import PlayheadCoding

/// An answer as JSON on one line.
///
/// Members are in the order of their declaration, and a missing value is `null`. Values of an app have their own JSON.
///
///     struct Count: Encodable {
///       var actions: Int
///       var last: Step?
///     }
///     try JSON(Count(actions: 3)).text  // {"actions":3,"last":null}
package enum JSON: Sendable {
  /// A value that is no object of an answer.
  case text(String)
  /// The members of an answer.
  case object([Member])

  package struct Member: Sendable {
    var name: String
    var value: JSON

    package init(_ name: String, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  fileprivate static let null = JSON.text("null")

  package var text: String {
    switch self {
    case .text(let text): text
    case .object(let members):
      "{"
        + members.map { "\(Value.string($0.name).json):\($0.value.text)" }.joined(separator: ",")
        + "}"
    }
  }

  /// Throws what a part of the answer throws when it is encoded.
  package init<Answer: Encodable>(_ answer: Answer) throws {
    if let primitive = Primitive(Answer.self) {
      self = JSON(answer, primitive)
      return
    }
    switch answer {
    case let json as JSON: self = json
    case let value as Value: self = .text(value.json)
    case let answer as any HasJSONForm: self = try JSON(answer.jsonForm)
    default:
      let encoder = JSONAnswerEncoder()
      try answer.encode(to: encoder)
      self = encoder.json
    }
  }
}

extension JSON {
  fileprivate init<T>(_ scalar: T, _ primitive: Primitive) {
    self = .text(primitive.value(of: scalar).json)
  }
}

extension JSON: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// A value whose JSON is that of another value.
package protocol HasJSONForm: Encodable {
  associatedtype JSONForm: Encodable
  var jsonForm: JSONForm { get throws }
}

extension HasJSONForm {
  package func encode(to encoder: any Encoder) throws { try jsonForm.encode(to: encoder) }
}

/// The members of two answers in one object.
package struct Joined<First: Encodable, Second: Encodable>: HasJSONForm {
  let first: First
  let second: Second

  package init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

  package var jsonForm: JSON {
    get throws {
      guard case .object(let members) = try JSON(first), case .object(let more) = try JSON(second)
      else { preconditionFailure("only objects can be joined") }
      return .object(members + more)
    }
  }
}

/// A member that is left out, instead of `null`, if it has no value.
@propertyWrapper
package struct IfPresent<Member: Encodable>: Encodable {
  package var wrappedValue: Member?

  package init(wrappedValue: Member?) { self.wrappedValue = wrappedValue }

  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension IfPresent: Sendable where Member: Sendable {}

private protocol OptionalMember {
  var isMissing: Bool { get }
}

extension IfPresent: OptionalMember {
  fileprivate var isMissing: Bool { wrappedValue == nil }
}

/// Collects the parts of one value. No answer uses nested containers.
private final class JSONAnswerEncoder: Encoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  var members: [JSON.Member] = []
  var elements: [JSON]?
  var single: JSON?

  var json: JSON {
    if let elements { return .text("[\(elements.map(\.text).joined(separator: ","))]") }
    return single ?? .object(members)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(MemberContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    elements = elements ?? []
    return ElementContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleContainer(encoder: self)
  }

  func refuse() -> Never { preconditionFailure("answers have no nested containers") }
}

// One generic function takes all types of scalars.

private struct MemberContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: JSONAnswerEncoder
  var codingPath: [any CodingKey] { [] }

  private func add(_ key: Key, _ json: JSON) {
    encoder.members.append(.init(key.stringValue, json))
  }

  func encodeNil(forKey key: Key) { add(key, .null) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if let primitive = Primitive(T.self) {
      add(key, JSON(value, primitive))
    } else if (value as? any OptionalMember)?.isMissing != true {
      add(key, try JSON(value))
    }
  }

  private func add(_ key: Key, ifPresent value: (some Encodable)?) throws {
    add(key, try value.map { try JSON($0) } ?? .null)
  }

  // The standard library's defaults for these types leave out a missing value.
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    try add(key, ifPresent: value)
  }
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try add(key, ifPresent: value) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try add(key, ifPresent: value) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try add(key, ifPresent: value) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try add(key, ifPresent: value) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try add(key, ifPresent: value) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try add(key, ifPresent: value) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try add(key, ifPresent: value) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try add(key, ifPresent: value) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try add(key, ifPresent: value) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try add(key, ifPresent: value) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try add(key, ifPresent: value) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try add(key, ifPresent: value) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try add(key, ifPresent: value) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try add(key, ifPresent: value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { encoder.refuse() }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.refuse() }
  func superEncoder() -> any Encoder { encoder.refuse() }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.refuse() }
}

private struct ElementContainer: UnkeyedEncodingContainer {
  let encoder: JSONAnswerEncoder
  var codingPath: [any CodingKey] { [] }
  var count: Int { encoder.elements?.count ?? 0 }

  func encodeNil() { encoder.elements?.append(.null) }
  func encode<T: Encodable>(_ value: T) throws { encoder.elements?.append(try JSON(value)) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { encoder.refuse() }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.refuse() }
  func superEncoder() -> any Encoder { encoder.refuse() }
}

private struct SingleContainer: SingleValueEncodingContainer {
  let encoder: JSONAnswerEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.single = .null }
  func encode<T: Encodable>(_ value: T) throws { encoder.single = try JSON(value) }
}
