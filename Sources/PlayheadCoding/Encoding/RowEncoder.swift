/// The `Encoder` that values use: a frame of a row.
struct RowEncoder: Encoder {
  let row: RowBuilder
  let frame: Int

  var codingPath: [any CodingKey] { [] }
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
    SingleEncodingContainer(row: row, frame: frame)
  }
}

/// An encoder that drops its output, for a value that is nested in `depth` others.
package func discardingEncoder(depth: Int) -> any Encoder {
  let core = EncodingCore(table: ShapeTable())
  core.depth = depth
  let row = RowBuilder(core: core, bytes: ByteBuffer())
  return RowEncoder(row: row, frame: row.pushFrame(parent: -1, key: "", type: RowEncoder.self))
}

/// The key type with which the standard library encodes dictionaries of string keys. It has no public name,
/// so it is observed once.
package let dictionaryKeyType: ObjectIdentifier? = {
  let core = SnapshotCore()
  _ = try? core.writes { try ["": 0].encode(to: $0) }
  return core.keyType
}()
