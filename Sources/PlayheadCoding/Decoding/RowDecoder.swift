/// The `Decoder` that values see: a place in a row.
struct RowDecoder: Decoder {
  let view: RowView
  let place: Shape.Place
  /// Whether an optional is being decoded from a row of its own, which is there because the value
  /// it wraps writes what `nil` would write.
  var wraps = false

  @inline(__always)
  init(_ view: RowView, _ place: Shape.Place) {
    self.view = view
    self.place = place
  }

  init(_ view: RowView) {
    self.init(view, view.shape.root)
  }

  var codingPath: [any CodingKey] { view.path(to: place) }
  var userInfo: [CodingUserInfoKey: Any] { view.core.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if case .container(let container) = place {
      let members = RowDecodingContainer<Key>(view: view, container: container)
      guard let notes = view.core.notes else { return KeyedDecodingContainer(members) }
      return KeyedDecodingContainer(NotedDecodingContainer(members, notes))
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
    PlaceDecodingContainer(decoder: self)
  }

  /// What the place holds.
  @inline(__always)
  var kind: Kind {
    switch place {
    case .container: .record
    case .field(let field): view.shape.fields[field]
    }
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    guard let leaf = Leaf(type) else { return try view.core.value(type, from: self) }
    if leaf.kind == .bytes, kind.isUnkeyed { return try view.core.value(type, from: self) }
    return try scalar(type) { kind, reader throws(ByteFault) in
      try leaf.read(type, kind, &reader)
    }
  }

  /// Reads the field with `read`, which answers nil if the kind is not its own.
  @inline(__always)
  func scalar<T>(
    _ type: T.Type, _ read: (Kind, inout ByteReader) throws(ByteFault) -> T?
  ) throws -> T {
    if kind == .nested { return try innermost().own(type, read) }
    return try own(type, read)
  }

  @inline(__always)
  private func own<T>(
    _ type: T.Type, _ read: (Kind, inout ByteReader) throws(ByteFault) -> T?
  ) throws -> T {
    guard case .field(let field) = place else { throw mismatch(type) }
    let value = try view.checked { () throws(ByteFault) in
      var reader = view.reader(at: field)
      return try read(view.shape.fields[field], &reader)
    }
    guard let value else { throw mismatch(type) }
    return value
  }

  // MARK: Nested rows

  /// The value in the place's own row; the value itself if it has none.
  func unwrapped() throws -> RowDecoder {
    guard case .field(let field) = place, view.shape.fields[field] == .nested else { return self }
    return RowDecoder(try view.checked { () throws(ByteFault) in try view.nested(in: field) })
  }

  /// The value behind all the rows around it; their number is limited as all nesting is.
  func innermost() throws -> RowDecoder {
    var inner = self
    while inner.kind == .nested { inner = try inner.unwrapped() }
    return inner
  }
}

extension Kind {
  var isUnkeyed: Bool { self == .list || self == .set || self == .pairs }
}

extension RowDecoder {
  func mismatch(_ type: any Any.Type) -> DecodingError {
    .mismatch(type, kind, at: codingPath)
  }

  func noSuper() -> DecodingError {
    .keyNotFound(
      AnyKey("super"),
      .own(codingPath, "the log has no 'super' here"))
  }
}

extension DecodingError {
  static func mismatch(
    _ type: any Any.Type, _ kind: Kind, at path: [any CodingKey]
  ) -> DecodingError {
    .typeMismatch(
      type,
      .own(path, "the log holds \(kind.article), not a \(type)"))
  }
}
