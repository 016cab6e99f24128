import Foundation
import PlayheadCoding

/// Decodes values from trees that people wrote.
///
/// It is less strict than a row decoder: it accepts any number that fits, and texts for dates (ISO 8601),
/// UUIDs, URLs and bytes (Base64), as in `Value.json`. It ignores names that the type does not ask for.
package struct ValueDecoder: MemberDecoder, SingleValueDecodingContainer {
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

  /// Whether an optional is decoded from `.some(nil)`.
  private(set) var wraps = false
  private var isDictionary = false

  func unwrapped() -> ValueDecoder {
    if case .wrapped(let inner) = value { ValueDecoder(inner, at: codingPath) } else { self }
  }

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
    case .list(let all) where isDictionary: elements = all.flatMap(\.entry)
    case .record(let fields) where isDictionary:
      elements = fields.flatMap { [.string($0.name), $0.value] }
    case .list(let all), .set(let all): elements = all
    // A dictionary of texts is a list for dictionaries alone, whose keys encode themselves as texts.
    case .dictionary(let entries) where isDictionary || !entries.areObject:
      elements = entries.flatMap { [$0.key, $0.value] }
    case .bytes(let bytes): elements = bytes.map { .uint(UInt64($0)) }
    default: throw mismatch([Any].self)
    }
    return ElementDecodingContainer(elements: elements, codingPath: codingPath)
  }

  package func singleValueContainer() -> any SingleValueDecodingContainer { self }

  package func decodeNil() -> Bool { isNull }

  // The standard protocol's defaults for these two throw.
  package func decode(_ type: Int128.Type) throws -> Int128 { try read(type) }
  package func decode(_ type: UInt128.Type) throws -> UInt128 { try read(type) }

  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if wraps { return try unwrapped().decode(type) }
    var stack = StackGuard()
    guard codingPath.count < Self.depthLimit, stack.hasRoom(at: codingPath.count) else {
      throw DecodingError.dataCorrupted(
        .own([], "it nests deeper than \(Self.depthLimit) levels, or than the stack has room for"))
    }
    if T.self is any OptionalType.Type, case .wrapped = value {
      var wrapping = self
      wrapping.wraps = true
      return try T(from: wrapping)
    }
    if T.self is any OptionalType.Type, let wrapped = value.wrappedInJSON,
      let read = try? ValueDecoder(wrapped, at: codingPath).decode(type)
    {
      return read
    }
    if T.self is any DictionaryType.Type, value.mayBeDictionary {
      var reading = self
      reading.isDictionary = true
      return try T(from: reading)
    }
    return try read(type)
  }

  /// The value as `type`, from every equivalent form.
  private func read<T: Decodable>(_ type: T.Type) throws -> T {
    let scalar: Any?
    switch type {
    case let integer as any FixedWidthInteger.Type: scalar = value.integer(integer)
    case is Double.Type: scalar = value.double
    case is Float.Type: scalar = value.float
    case is Bool.Type: scalar = value.flag
    case is String.Type: scalar = value.text
    case is Data.Type: scalar = value.data
    case is [UInt8].Type where value.kind != .list: scalar = value.data.map { Array($0) }
    case is Date.Type: scalar = value.date
    case is UUID.Type: scalar = value.uuid
    case is Decimal.Type: scalar = value.decimal
    // A URL may also be written as a record.
    case is URL.Type where value.kind != .record:
      scalar = value.text.flatMap { URL(string: $0) }
    // Not as `Any`, which would flatten optionals of optionals.
    default: return try T(from: self)
    }
    guard let read = scalar as? T else { throw mismatch(type) }
    return read
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

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let found = find(key), !found.isNull else { return nil }
    if let wrapped = found.value.wrappedInJSON,
      let read = try? ValueDecoder(wrapped, at: found.codingPath).unwrapped().decode(type)
    {
      return read
    }
    return try found.unwrapped().decode(type)
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
    let isNull = try next(Any?.self) { $0.isNull }
    if !isNull { currentIndex -= 1 }
    return isNull
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { try $0.decode(type) }
  }

  // The standard protocol's defaults for these two throw.
  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try next(type) { try $0.decode(type) }
  }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try next(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next([String: Any].self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next(Any.self) { $0 } }

  /// Calls `read` with the next element, and does not move past it if `read` throws.
  private mutating func next<Result>(
    _ type: Any.Type, _ read: (ValueDecoder) throws -> Result
  ) throws -> Result {
    let path = codingPath + [AnyKey(index: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: ""))
    }
    let result = try read(ValueDecoder(elements[currentIndex], at: path))
    currentIndex += 1
    return result
  }
}

extension Value {
  /// `.some(nil)` as `Value.json` writes it, `{"some":null}`; `nil` for other values.
  fileprivate var wrappedInJSON: Value? {
    guard case .record(let fields) = self, fields.count == 1, fields[0].name == "some" else {
      return nil
    }
    if case .null = fields[0].value { return .wrapped(.null) }
    return fields[0].value.wrappedInJSON.map { .wrapped($0) }
  }
}

private protocol DictionaryType {}

extension Dictionary: DictionaryType {}

extension Value {
  /// Whether this is a dictionary, or how `Value.json` writes one: an object, or a list of entries.
  fileprivate var mayBeDictionary: Bool {
    switch self {
    case .dictionary, .record: true
    case .list(let elements): elements.allSatisfy { $0.entry.count == 2 }
    default: false
    }
  }

  /// The key and the value of an entry as `Value.json` writes it; empty for other values.
  fileprivate var entry: [Value] {
    guard case .record(let fields) = self, fields.map(\.name) == ["key", "value"] else { return [] }
    return fields.map(\.value)
  }
}

// MARK: - Scalars

extension Value {
  fileprivate func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    switch self {
    case .int(let number): Number(exactly: number)
    case .uint(let number): Number(exactly: number)
    case .int128(let number): Number(exactly: number)
    case .uint128(let number): Number(exactly: number)
    case .float(let number): Number(exactly: number)
    case .double(let number): Number(exactly: number)
    case .decimal(let text): Number(DecimalText.plain(text))
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
    case .int128(let number): Double(number)
    case .uint128(let number): Double(number)
    case .decimal(let text): Double(text)
    // As Foundation's values encode themselves, for wrappers of any value.
    case .date(let date): date.timeIntervalSinceReferenceDate
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

  fileprivate var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }

  fileprivate var text: String? {
    switch self {
    case .string(let text): text
    // As `JSONEncoder` writes them, for wrappers of any value.
    case .uuid(let uuid): uuid.uuidString
    case .bytes(let bytes): Data(bytes).base64EncodedString()
    default: nil
    }
  }

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
    switch self {
    case .date(let date): date
    // Beyond the calendar, dates are written as seconds since 2001.
    case .double(let seconds) where !(seconds.magnitude < 1e15):
      Date(timeIntervalSinceReferenceDate: seconds)
    case .int(let seconds) where seconds.magnitude >= 1_000_000_000_000_000:
      Date(timeIntervalSinceReferenceDate: Double(seconds))
    case .string(let text): ISO8601.date(of: text) ?? Date(iso8601: text)
    default: nil
    }
  }

  fileprivate var decimal: Decimal? {
    switch self {
    case .decimal(let text): DecimalText.decimal(from: text)
    case .int, .uint, .int128, .uint128, .float, .double: decimalOfNumber
    case .string("NaN"): .nan
    default: nil
    }
  }
}

extension Value {
  /// From a number's shortest text: 0.1 means a tenth.
  fileprivate var decimalOfNumber: Decimal? {
    if case .double(let number) = self, number.isNaN { return .nan }
    return DecimalText.canonical(json).flatMap(DecimalText.decimal)
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
