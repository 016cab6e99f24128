/// A decoder that answers every request with a placeholder, and notes it.
struct ProbeDecoder: Decoder {
  let probe: SchemaProbe
  let notes: ProbeNotes

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    notes.beginKeyed()
    return KeyedDecodingContainer(ProbeKeyedContainer<Key>(probe: probe, notes: notes))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    notes.beginUnkeyed()
    return ProbeUnkeyedContainer(probe: probe, notes: notes)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    ProbeValueContainer(probe: probe, notes: notes)
  }
}

extension SchemaProbe {
  /// A placeholder of `type`; `note` is given what it looks like, before a type that takes none makes
  /// this throw.
  func placeholder<T: Decodable>(_ type: T.Type, note: (ProbeNotes.Part) -> Void) throws -> T {
    let found = look(at: type)
    note(.value(found.schema))
    guard let placeholder = found.placeholder else {
      throw found.schema.obstacle ?? .refused(type: found.schema.name)
    }
    return placeholder
  }

  /// Room for the answers to whoever asks for a container within that of `outer`.
  func nested(in outer: ProbeNotes, note: (ProbeNotes.Part) -> Void) throws -> ProbeDecoder {
    try request(at: outer.depth + 1)
    let notes = ProbeNotes(depth: outer.depth + 1)
    note(.container(notes))
    return ProbeDecoder(probe: self, notes: notes)
  }
}

/// Answers a type that is one value.
struct ProbeValueContainer: SingleValueDecodingContainer {
  let probe: SchemaProbe
  let notes: ProbeNotes

  let codingPath: [any CodingKey] = []

  /// No: so the type goes on to ask for the value.
  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try probe.placeholder(type) { notes.add($0) }
  }
}
