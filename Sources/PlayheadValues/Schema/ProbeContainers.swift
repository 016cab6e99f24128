/// Answers a type that has named fields.
struct ProbeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: SchemaProbe
  let notes: ProbeNotes

  let codingPath: [any CodingKey] = []

  /// None: which keys there could be is not to be learned from their type.
  var allKeys: [Key] {
    notes.asksForKeys = true
    return []
  }

  /// Yes: so the type goes on to ask for the value.
  func contains(_ key: Key) -> Bool {
    notes.addOptional(key.stringValue)
    return true
  }

  /// No: so the type goes on to ask for the value.
  func decodeNil(forKey key: Key) throws -> Bool {
    try probe.request(at: notes.depth)
    notes.addOptional(key.stringValue)
    return false
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try probe.placeholder(type) { notes.add($0, for: key.stringValue) }
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) -> T? {
    notes.add(.value(probe.schema(of: type).madeOptional), for: key.stringValue)
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try nested(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key.stringValue).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try nested("super") }

  func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key.stringValue) }

  private func nested(_ key: String) throws -> ProbeDecoder {
    try probe.nested(in: notes) { notes.add($0, for: key) }
  }
}

/// Answers a type that has elements: as a list it is empty, but whoever asks all the same gets one.
struct ProbeUnkeyedContainer: UnkeyedDecodingContainer {
  let probe: SchemaProbe
  let notes: ProbeNotes

  let codingPath: [any CodingKey] = []
  let count: Int? = 0
  let isAtEnd = true
  let currentIndex = 0

  func decodeNil() throws -> Bool {
    try probe.request(at: notes.depth)
    return false
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try probe.placeholder(type) { notes.add($0) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try nested().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nested().unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try nested() }

  private func nested() throws -> ProbeDecoder { try probe.nested(in: notes) { notes.add($0) } }
}
