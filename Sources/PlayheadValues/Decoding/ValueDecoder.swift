import Foundation
import PlayheadCoding

/// Decodes values from trees that people wrote.
///
/// It is less strict than a row decoder: it accepts any number that fits, and texts for dates (ISO 8601),
/// UUIDs, URLs and bytes (Base64), as in `Value.json`. It ignores names that the type does not ask for.
package struct ValueDecoder: MemberDecoder {
  /// The same limit as for rows, for the same reason.
  private static let depthLimit = DecodingCore.depthLimit

  let value: Value
  package let codingPath: [any CodingKey]
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  package init(_ value: Value) { self.init(value, at: []) }

  init(_ value: Value, at path: [any CodingKey]) {
    (self.value, codingPath) = (value, path)
  }

  var isNull: Bool { if case .null = value { true } else { false } }

  func unwrapped() -> ValueDecoder { self }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    switch value {
    case .record(let fields):
      let members = fields.map { ($0.name, $0.value) }
      return KeyedDecodingContainer(MemberDecodingContainer<Key>(members, at: codingPath))
    case .dictionary(let entries):
      let members = try entries.map { entry in
        guard case .string(let name) = entry.key else { throw mismatch([String: Any].self) }
        return (name, entry.value)
      }
      return KeyedDecodingContainer(MemberDecodingContainer<Key>(members, at: codingPath))
    default: throw mismatch([String: Any].self)
    }
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let elements: [Value]
    switch value {
    case .list(let all), .set(let all): elements = all
    case .dictionary(let entries): elements = entries.flatMap { [$0.key, $0.value] }
    case .bytes(let bytes): elements = bytes.map { .uint(UInt64($0)) }
    default: throw mismatch([Any].self)
    }
    return ElementDecodingContainer(elements: elements, codingPath: codingPath)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer {
    WholeDecodingContainer(decoder: self)
  }

  /// The value as `type`.
  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    var stack = StackGuard()
    guard codingPath.count < Self.depthLimit, stack.hasRoom(at: codingPath.count) else {
      throw DecodingError.dataCorrupted(
        .own([], "it nests deeper than \(Self.depthLimit) levels, or than the stack has room for"))
    }
    guard let read = try scalar(type) as? T else { throw mismatch(type) }
    return read
  }

  /// The value as `type`, from every equivalent form; `nil` if it has none.
  private func scalar<T: Decodable>(_ type: T.Type) throws -> Any? {
    switch type {
    case let integer as any FixedWidthInteger.Type: value.integer(integer)
    case is Double.Type: value.double
    case is Float.Type: value.float
    case is Bool.Type: if case .bool(let flag) = value { flag } else { nil }
    case is String.Type: value.text
    case is Data.Type: value.data
    case is Date.Type: value.date
    case is UUID.Type: value.uuid
    case is Decimal.Type: value.decimal
    // A URL may also be written as a record.
    case is URL.Type where value.kind != .record: value.text.flatMap { URL(string: $0) }
    default: try T(from: self)
    }
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: ""))
  }
}

/// The members of a record, or of a dictionary of texts. If a name is there twice, the last counts.
private struct MemberDecodingContainer<Key: CodingKey>: KeyedDecoding {
  private let members: [String: Value]
  private let names: [String]
  let codingPath: [any CodingKey]

  init(_ members: [(String, Value)], at path: [any CodingKey]) {
    self.members = Dictionary(members) { _, last in last }
    names = members.map(\.0)
    codingPath = path
  }

  var allKeys: [Key] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.compactMap { Key(stringValue: $0) }
  }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func find(_ key: Key) -> ValueDecoder? {
    members[key.stringValue].map { ValueDecoder($0, at: codingPath + [key]) }
  }

  func superDecoder() -> any Decoder {
    ValueDecoder(members["super"] ?? .null, at: codingPath + [AnyKey("super")])
  }
}

/// The elements of a list or set, or the keys and values of a dictionary in turn.
private struct ElementDecodingContainer: UnkeyedDecodingContainer {
  let elements: [Value]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try next(Any?.self).isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try element(type) }

  private mutating func element<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try next(type).decode(type)
    currentIndex += 1
    return value
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 { try element(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try next([String: Any].self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try next([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try next(Any.self)
    currentIndex += 1
    return decoder
  }

  private func next(_ type: Any.Type) throws -> ValueDecoder {
    let path = codingPath + [AnyKey(index: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: ""))
    }
    return ValueDecoder(elements[currentIndex], at: path)
  }
}

private struct WholeDecodingContainer: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.isNull }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.decode(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.decode(type) }
}

// MARK: - Scalars

extension Value {
  /// Any whole number that fits.
  fileprivate func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    switch self {
    case .int(let number): Number(exactly: number)
    case .uint(let number): Number(exactly: number)
    case .int128(let number): Number(exactly: number)
    case .uint128(let number): Number(exactly: number)
    case .float(let number): Number(exactly: number)
    case .double(let number): Number(exactly: number)
    default: nil
    }
  }

  /// Any number, and the texts that JSON uses for other values.
  fileprivate var double: Double? {
    switch self {
    case .double(let number): number
    case .float(let number): Double(number)
    case .int(let number): Double(number)
    case .uint(let number): Double(number)
    case .string("NaN"): .nan
    case .string("Infinity"): .infinity
    case .string("-Infinity"): -.infinity
    default: nil
    }
  }

  /// Any number, rounded.
  fileprivate var float: Float? {
    if case .float(let number) = self { number } else { double.map { Float($0) } }
  }

  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  fileprivate var data: Data? {
    if case .bytes(let bytes) = self {
      Data(bytes)
    } else {
      text.flatMap { Data(base64Encoded: $0) }
    }
  }

  fileprivate var uuid: UUID? {
    if case .uuid(let uuid) = self { uuid } else { text.flatMap { UUID(uuidString: $0) } }
  }

  fileprivate var date: Date? {
    if case .date(let date) = self { date } else { text.flatMap { Date(iso8601: $0) } }
  }

  fileprivate var decimal: Decimal? {
    switch self {
    case .decimal(let text): DecimalText.decimal(from: text)
    case .int(let number): Decimal(number)
    case .uint(let number): Decimal(number)
    // From its shortest text: 0.1 means a tenth.
    case .double(let number) where number.isFinite: Decimal(string: number.description)
    default: nil
    }
  }
}

extension Date {
  /// `2026-11-20T08:22:39.25Z`. The system's formats stop at milliseconds; the fraction is read separately.
  fileprivate init?(iso8601 text: String) {
    let (head, rest) = (text.prefix { $0 != "." }, text.drop { $0 != "." })
    let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
    guard rest.isEmpty || !digits.isEmpty else { return nil }
    let whole = String(head + rest.dropFirst(rest.isEmpty ? 0 : digits.count + 1))
    guard let date = try? Date(whole, strategy: .iso8601) else { return nil }
    let seconds = date.timeIntervalSinceReferenceDate + (Double("0." + digits) ?? 0)
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}
