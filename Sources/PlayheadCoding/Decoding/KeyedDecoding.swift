/// A container of named members. The standard protocol asks for an overload per scalar type; this
/// has them all, over one way to find a member.
protocol KeyedDecoding: KeyedDecodingContainerProtocol {
  func find(_ key: Key) throws -> RowDecoder?
}

extension KeyedDecoding {
  func contains(_ key: Key) -> Bool { (try? find(key)) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNull }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try member(key).decode(type)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try scalar(type, key, Scalar.bool)
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try scalar(type, key, Scalar.string)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try scalar(type, key, Scalar.float)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try scalar(type, key, Scalar.double)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(type, key) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T {
    try scalar(type, key) { kind, reader throws(ByteFault) in
      try Scalar.integer(type, kind, &reader)
    }
  }

  @inline(__always)
  func scalar<T>(
    _ type: T.Type, _ key: Key, _ read: (Kind, inout ByteReader) throws(ByteFault) -> T?
  ) throws -> T {
    try PlaceDecodingContainer(decoder: try member(key)).scalar(type, read)
  }

  @inline(__always)
  func member(_ key: Key) throws -> RowDecoder {
    if let found = try find(key) { return found }
    throw DecodingError.keyNotFound(
      key,
      .init(codingPath: codingPath, debugDescription: "the log has no '\(key.stringValue)' here"))
  }
}

/// The members of a record.
struct RowDecodingContainer<Key: CodingKey>: KeyedDecoding {
  let view: RowView
  let container: Int

  var codingPath: [any CodingKey] { view.path(to: .container(container)) }

  var allKeys: [Key] {
    view.shape.containers[container].compactMap { Key(stringValue: $0.key) }
  }

  @inline(__always)
  func find(_ key: Key) throws -> RowDecoder? {
    let name = key.stringValue
    guard let place = place(of: name) else { return nil }
    return try RowDecoder(view, place)
  }

  @inline(__always)
  private func place(of name: String) -> Shape.Place? {
    let members = view.shape.containers[container]
    let likely = view.likelyMember
    if likely < members.count, members[likely].key == name {
      view.likelyMember = likely + 1
      return members[likely].place
    }
    guard let index = members.firstIndex(where: { $0.key == name }) else { return nil }
    view.likelyMember = index + 1
    return members[index].place
  }

  func superDecoder() throws -> any Decoder {
    guard let place = place(of: "super") else {
      throw DecodingError.keyNotFound(
        AnyKey("super"),
        .init(codingPath: codingPath, debugDescription: "the log has no 'super' here"))
    }
    return try RowDecoder(view, place)
  }
}

/// The entries of a dictionary whose keys are texts.
struct MapDecodingContainer<Key: CodingKey>: KeyedDecoding {
  private let view: RowView
  private let field: Int
  private let entries: [String: RowView]
  private let order: [String]

  init(view: RowView, field: Int) throws {
    self.view = view
    self.field = field
    var entries: [String: RowView] = [:]
    var order: [String] = []
    try view.checked {
      var elements = try SequenceReader(core: view.core, at: view.offsets[field], of: view.bytes)
      while order.count < elements.count {
        let key = try elements.key()
        entries[key] = try elements.next(in: view, step: AnyKey(key))
        order.append(key)
      }
    }
    self.entries = entries
    self.order = order
  }

  var codingPath: [any CodingKey] { view.path(to: .field(field)) }
  var allKeys: [Key] { order.compactMap { Key(stringValue: $0) } }

  func find(_ key: Key) throws -> RowDecoder? {
    try entries[key.stringValue].map { try RowDecoder($0) }
  }

  func superDecoder() throws -> any Decoder {
    guard let row = entries["super"] else {
      throw DecodingError.keyNotFound(
        AnyKey("super"),
        .init(codingPath: codingPath, debugDescription: "the log has no 'super' here"))
    }
    return try RowDecoder(row)
  }
}
