/// The members of a record, with notes of what is asked for.
struct NotedDecodingContainer<Key: CodingKey>: KeyedDecoding {
  private let base: RowDecodingContainer<Key>
  private let notes: any DecodingObserver
  private let place: String

  init(_ base: RowDecodingContainer<Key>, _ notes: any DecodingObserver) {
    self.base = base
    self.notes = notes
    place = CodingPlace.text(of: base.codingPath, elements: .alike)
    notes.open(place, members: base.view.shape.containers[base.container])
  }

  var codingPath: [any CodingKey] { base.codingPath }

  var allKeys: [Key] {
    notes.askForKeys(of: place)
    return base.allKeys
  }

  func contains(_ key: Key) -> Bool {
    notes.ask(for: key.stringValue, of: place)
    return base.contains(key)
  }

  func find(_ key: Key) throws -> RowDecoder? {
    notes.ask(for: key.stringValue, of: place)
    return try base.find(key)
  }

  func integer<T: FixedWidthInteger>(_ type: T.Type, _ member: RowDecoder) throws -> T {
    let value = try base.integer(type, member)
    notes.read(member.kind, as: type)
    return value
  }

  func superDecoder() throws -> any Decoder {
    notes.ask(for: "super", of: place)
    return try base.superDecoder()
  }
}
