/// The `Decoder` that values see: a place in a row.
struct RowDecoder: Decoder {
  let view: RowView
  let place: Shape.Place

  private init(view: RowView, place: Shape.Place) {
    self.view = view
    self.place = place
  }

  /// The value at `place`; at the value inside if that is a row of its own.
  init(_ view: RowView, _ place: Shape.Place) throws {
    if case .field(let field) = place, view.shape.fields[field] == .nested {
      let inner = try view.checked { try view.nested(in: field) }
      self = try RowDecoder(inner, inner.shape.root)
    } else {
      self = RowDecoder(view: view, place: place)
    }
  }

  init(_ view: RowView) throws {
    self = try RowDecoder(view, view.shape.root)
  }

  var codingPath: [any CodingKey] { view.path(to: place) }
  var userInfo: [CodingUserInfoKey: Any] { view.core.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    switch place {
    case .container(let container):
      return KeyedDecodingContainer(RowDecodingContainer<Key>(view: view, container: container))
    case .field(let field):
      guard view.shape.fields[field] == .map else { throw mismatch([String: Any].self) }
      return KeyedDecodingContainer(try MapDecodingContainer<Key>(view: view, field: field))
    }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .field(let field) = place, view.shape.fields[field].isUnkeyed else {
      throw mismatch([Any].self)
    }
    return try ListDecodingContainer(view: view, field: field)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    PlaceDecodingContainer(decoder: self)
  }

  func mismatch(_ type: any Any.Type) -> DecodingError {
    view.mismatch(type, at: place)
  }

  /// The field's kind and a reader at its bytes; an error if the place holds no single field.
  @inline(__always)
  func field(for type: any Any.Type) throws -> (Kind, ByteReader) {
    guard case .field(let field) = place else { throw mismatch(type) }
    return (view.shape.fields[field], view.reader(at: field))
  }

  var isNull: Bool {
    guard case .field(let field) = place else { return false }
    return view.shape.fields[field] == .null
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let kind = Leaf.kind(of: type) {
      var (found, reader) = try field(for: type)
      guard found == kind else { throw mismatch(type) }
      let read = try view.checked { try Leaf.read(type, from: &reader) }
      guard let read else { throw mismatch(type) }
      return read
    }
    return try view.core.value(type, from: self)
  }
}

extension Kind {
  var isUnkeyed: Bool { self == .list || self == .set || self == .pairs }
}

extension RowView {
  func mismatch(_ type: any Any.Type, at place: Shape.Place) -> DecodingError {
    let found =
      switch place {
      case .container: "a record"
      case .field(let field): shape.fields[field].article
      }
    return .typeMismatch(
      type,
      .init(
        codingPath: path(to: place), debugDescription: "the log holds \(found), not a \(type)"))
  }

  /// Reads, and says damage in the standard library's terms.
  @inline(__always)
  func checked<T>(_ read: () throws -> T) throws -> T {
    do {
      return try read()
    } catch let fault as ByteFault {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: fault.sentence))
    }
  }
}

extension Kind {
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
    case .map, .pairs: "a dictionary"
    case .nested: "a nested value"
    }
  }
}
