/// The `Encoder` that values see: a place in a row.
struct RowEncoder: Encoder {
  let row: RowBuilder
  let frame: Int

  var codingPath: [any CodingKey] { row.path(to: frame) }
  var userInfo: [CodingUserInfoKey: Any] { row.core.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if ObjectIdentifier(type) == dictionaryKeyType {
      let sequence = row.sequence(in: frame, kind: .map)
      if frame < row.frames.count { sequence.setType(row.frames.elements[frame].type) }
      return KeyedEncodingContainer(MapEncodingContainer<Key>(sequence: sequence))
    }
    return row.members(of: row.container(in: frame))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ListEncodingContainer(sequence: row.sequence(in: frame, kind: nil))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    PlaceEncodingContainer(row: row, frame: frame)
  }
}

/// An encoder whose output nobody reads, for a value that is `depth` levels deep within others.
package func discardingEncoder(depth: Int) -> any Encoder {
  let core = EncodingCore(table: ShapeTable())
  core.depth = depth
  let row = RowBuilder(core: core, bytes: ByteBuffer())
  return RowEncoder(row: row, frame: row.pushFrame(parent: -1, key: "", type: RowEncoder.self))
}
