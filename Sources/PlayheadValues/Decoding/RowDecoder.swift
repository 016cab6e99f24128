import Foundation
import PlayheadCoding

/// The `Decoder` that values use: a place in a row.
struct RowDecoder: MemberDecoder {
  let view: RowView
  let place: Shape.Location
  /// Whether an optional is decoded from its own row, because the wrapped value looks like `nil`.
  var wraps = false

  @inline(__always)
  init(_ view: RowView, _ place: Shape.Location) {
    self.view = view
    self.place = place
  }

  init(_ view: RowView) {
    self.init(view, view.shape.root)
  }

  var codingPath: [any CodingKey] { view.path(to: place) }
  var userInfo: [CodingUserInfoKey: Any] { view.context.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if case .container(let container) = place {
      return KeyedDecodingContainer(
        try RowDecodingContainer<Key>(view: view, container: container))
    }
    if kind == .nested { return try innermost().container(keyedBy: type) }
    guard kind == .map, case .field(let field) = place else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(
      MapDecodingContainer<Key>(entries: try MapEntries(view: view, field: field)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if kind == .nested { return try innermost().unkeyedContainer() }
    guard kind.isUnkeyed, case .field(let field) = place else { throw mismatch([Any].self) }
    return try ListDecodingContainer(view: view, field: field)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleDecodingContainer(decoder: self)
  }

  @inline(__always)
  var kind: Kind {
    switch place {
    case .container: .record
    case .field(let field):
      switch view.shape.fields[field] {
      // The place of an optional member without a value is its presence.
      case .presence: .null
      case .wrapped: .nested
      case let kind: kind
      }
    }
  }

  @inline(__always)
  var isNull: Bool { kind == .null }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard let primitive = Primitive(type) else { return try view.context.value(type, from: self) }
    let kind = kind
    if primitive.kind == .bytes, kind.isUnkeyed { return try view.context.value(type, from: self) }
    return try kind == .nested ? innermost().field(primitive, type) : field(primitive, type)
  }

  @inline(__always)
  fileprivate func field<T>(_ primitive: Primitive, _ type: T.Type) throws -> T {
    guard case .field(let field) = place else { throw mismatch(type) }
    let value = try view.checked { () throws(ByteFault) in
      var reader = view.fields.reader(at: field)
      return try primitive.read(type, view.shape.fields[field], &reader)
    }
    guard let value else { throw mismatch(type) }
    view.context.notes?.read(view.shape.fields[field], as: primitive, type, at: codingPath)
    return value
  }

  // MARK: Nested rows

  /// The value in the place's own row, or the value itself if it has none.
  func unwrapped() throws -> RowDecoder {
    guard case .field(let field) = place, kind == .nested else { return self }
    return RowDecoder(try view.checked { () throws(ByteFault) in try view.nested(in: field) })
  }

  /// The value inside all its own rows; their number has the usual nesting limit.
  func innermost() throws -> RowDecoder {
    var inner = self
    while inner.kind == .nested { inner = try inner.unwrapped() }
    return inner
  }
}

extension RowDecoder {
  fileprivate func mismatch(_ type: any Any.Type) -> DecodingError {
    .mismatch(type, kind, at: codingPath)
  }

  /// A date as a number, a UUID or data as a text, a decimal as any number: as from JSON. A wrapper of any value tries
  /// only the types that JSON has.
  fileprivate func plainForm<T: Decodable>(_ type: T.Type) -> T? {
    guard let primitive = Primitive(type), let inner = try? innermost() else { return nil }
    let value: Value? =
      switch inner.kind {
      case .date: (try? inner.field(.date, Date.self)).map { .date($0) }
      case .uuid: (try? inner.field(.uuid, UUID.self)).map { .uuid($0) }
      case .bytes: (try? inner.field(.data, Data.self)).map { .bytes(Array($0)) }
      case .decimal:
        (try? inner.field(.decimal, Decimal.self)).map { .decimal(DecimalText.text(of: $0)) }
      default: nil
      }
    guard let value, let read = try? ValueDecoder(value).decode(type) else { return nil }
    view.context.notes?.read(inner.kind, as: primitive, type, at: codingPath)
    return read
  }

  func noSuper() -> DecodingError {
    .keyNotFound(AnyKey("super"), .own(codingPath, "the log has no 'super' here"))
  }
}

extension DecodingError {
  static func mismatch(
    _ type: any Any.Type, _ kind: Kind, at path: [any CodingKey]
  ) -> DecodingError {
    .typeMismatch(type, .own(path, "the log holds \(kind.article), not a \(type)"))
  }
}

extension Kind {
  fileprivate var isUnkeyed: Bool { self == .list || self == .set || self == .pairs }

  /// The kind in a sentence: "the log holds an integer".
  package var article: String {
    switch self {
    case .record: "a record"
    case .null: "nil"
    case .bool: "a Boolean"
    case .int: "an integer"
    case .uint: "an unsigned integer"
    case .int128, .uint128: "an integer of 128 bits"
    case .float: "a single-precision number"
    case .double: "a double-precision number"
    case .decimal: "a decimal number"
    case .string: "a text"
    case .bytes: "a run of bytes"
    case .date: "a date"
    case .uuid: "a UUID"
    case .list: "a list"
    case .set: "a set"
    case .map, .pairs, .members: "a dictionary"
    case .nested, .wrapped: "a nested value"
    case .presence: "nil"
    }
  }
}

private struct SingleDecodingContainer: SingleValueDecodingContainer {
  let decoder: RowDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    if decoder.wraps || decoder.kind != .nested { return decoder.kind == .null }
    return (try? decoder.innermost().kind) == .null
  }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let decoder = try decoder.wraps ? decoder.unwrapped() : decoder
    do {
      return try decoder.decode(type)
    } catch {
      guard let read = decoder.plainForm(type) else { throw error }
      return read
    }
  }

  // The standard protocol's defaults for these two throw.
  func decode(_ type: Int128.Type) throws -> Int128 { try decoder.decode(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.decode(type) }
}
