/// The elements of a list, a set, or a dictionary whose keys are not texts.
struct ListDecodingContainer: UnkeyedDecodingContainer, ScalarDecoding {
  private let view: RowView
  private let place: Shape.Place
  private let cursor: Cursor

  /// How far the reading is, shared by the copies of the container.
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
    place = .field(field)
    cursor = try view.checked {
      Cursor(try SequenceReader(core: view.core, at: view.offsets[field], of: view.bytes))
    }
  }

  var currentIndex: Int { cursor.index }
  var codingPath: [any CodingKey] { view.path(to: place) + [AnyKey(index: currentIndex)] }
  var count: Int? { cursor.elements.count }
  var isAtEnd: Bool { currentIndex >= cursor.elements.count }

  func decodeNil() throws -> Bool {
    guard let shape = cursor.elements.nextShape(), !isAtEnd else { throw missing(Any?.self) }
    guard shape.fields == [.null] else { return false }
    try view.checked { try cursor.elements.leaf { reader in try reader.skip(1) } }
    cursor.index += 1
    return true
  }

  @inline(__always)
  func scalar<T>(
    _ type: T.Type, _ read: (Kind, inout ByteReader) throws(ByteFault) -> T?
  ) throws -> T {
    guard let shape = cursor.elements.nextShape(), !isAtEnd else { throw missing(type) }
    guard shape.root == .field(0), shape.fields.count == 1, !shape.fields[0].isSequence else {
      return try nested(type) { decoder in
        try PlaceDecodingContainer(decoder: decoder).scalar(type, read)
      }
    }
    let kind = shape.fields[0]
    let value = try view.checked { try cursor.elements.leaf { reader in try read(kind, &reader) } }
    guard let value else { throw mismatch(type, kind) }
    cursor.index += 1
    return value
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try nested(type) { decoder in try decoder.decode(type) }
  }

  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

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

  /// Gives the next element to `read`, and stays before it if that throws.
  private func nested<T, U>(_ type: T.Type, _ read: (RowDecoder) throws -> U) throws -> U {
    guard !isAtEnd else { throw missing(type) }
    var ahead = cursor.elements
    let row = try view.checked { try loadElement(from: &ahead) }
    let value = try read(try RowDecoder(row))
    cursor.elements = ahead
    cursor.index += 1
    return value
  }

  /// The view that served for the last element serves again unless someone still holds it.
  private func loadElement(from elements: inout SequenceReader) throws -> RowView {
    if isKnownUniquelyReferenced(&cursor.element), let element = cursor.element {
      try elements.next(into: element)
      return element
    }
    let row = try elements.next(in: view, step: AnyKey(index: currentIndex))
    cursor.element = row
    return row
  }

  private func missing(_ type: any Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      .init(codingPath: codingPath, debugDescription: "the log holds no further element here"))
  }

  private func mismatch(_ type: any Any.Type, _ kind: Kind) -> DecodingError {
    .typeMismatch(
      type,
      .init(
        codingPath: codingPath, debugDescription: "the log holds \(kind.article), not a \(type)"))
  }
}
