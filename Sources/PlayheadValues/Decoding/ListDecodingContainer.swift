import PlayheadCoding

/// The elements of a list, a set, or a dictionary without text keys.
struct ListDecodingContainer: UnkeyedDecodingContainer {
  private let view: RowView
  private let field: Int
  private let cursor: Cursor

  /// The reading position, shared by the copies of the container.
  private final class Cursor {
    var elements: SequenceReader
    var element: RowView?
    var index = 0

    init(_ elements: SequenceReader) {
      self.elements = elements
    }
  }

  init(view: RowView, field: Int) throws {
    self.view = view
    self.field = field
    cursor = try view.checked { () throws(ByteFault) in
      Cursor(try view.elements(of: field))
    }
  }

  var currentIndex: Int { cursor.index }
  var codingPath: [any CodingKey] { view.path(to: .field(field)) + [AnyKey(index: currentIndex)] }
  var count: Int? { cursor.elements.count }
  var isAtEnd: Bool { currentIndex >= cursor.elements.count }

  func decodeNil() throws -> Bool {
    guard let shape = cursor.elements.nextShape(), !isAtEnd else { throw missing(Any?.self) }
    guard shape.primitive == .null else { return false }
    var ahead = cursor.elements.reader
    try view.checked { () throws(ByteFault) in try ahead.skip(1) }
    advance(to: ahead)
    return true
  }

  @inline(__always)
  private func advance(to ahead: ByteReader) {
    cursor.elements.advance(to: ahead)
    cursor.index += 1
  }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try element(type) }

  @inline(__always)
  private func element<T: Decodable>(_ type: T.Type) throws -> T {
    guard let primitive = Primitive(type), let kind = cursor.elements.nextShape()?.primitive,
      !isAtEnd
    else {
      return try nested(type) { decoder in try decoder.decode(type) }
    }
    var ahead = cursor.elements.reader
    let value = try view.checked { () throws(ByteFault) in try primitive.read(type, kind, &ahead) }
    guard let value else { throw DecodingError.mismatch(type, kind, at: codingPath) }
    view.context.notes?.read(kind, as: primitive, type, at: codingPath)
    advance(to: ahead)
    return value
  }

  // The standard protocol's defaults for these two throw.
  func decode(_ type: Int128.Type) throws -> Int128 { try element(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try element(type) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested([String: Any].self) { decoder in try decoder.container(keyedBy: type) }
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nested([Any].self) { decoder in try decoder.unkeyedContainer() }
  }

  func superDecoder() throws -> any Decoder {
    try nested((any Decoder).self) { decoder in decoder }
  }

  /// Calls `read` with the next element, and does not move past it if `read` throws.
  private func nested<T, U>(_ type: T.Type, _ read: (RowDecoder) throws -> U) throws -> U {
    guard !isAtEnd else { throw missing(type) }
    var ahead = cursor.elements
    let row = try view.checked { () throws(ByteFault) in try loadElement(from: &ahead) }
    let value = try read(RowDecoder(row))
    cursor.elements = ahead
    cursor.index += 1
    return value
  }

  /// Reuses the view of the last element, unless something still holds it.
  private func loadElement(from elements: inout SequenceReader) throws(ByteFault) -> RowView {
    if isKnownUniquelyReferenced(&cursor.element), let element = cursor.element {
      try elements.next(into: element, step: AnyKey(index: currentIndex))
      return element
    }
    let row = try elements.next(in: view, field: field, step: AnyKey(index: currentIndex))
    cursor.element = row
    return row
  }

  private func missing(_ type: any Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      .own(codingPath, "the log holds no further element here"))
  }
}
