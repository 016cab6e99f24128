/// The `Encoder` that values use: a frame of a row.
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
  let probe = KeyTypeProbe()
  try? ["": 0].encode(to: probe)
  return probe.keyType
}()

private final class KeyTypeProbe: Encoder {
  var keyType: ObjectIdentifier?
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private let row = RowBuilder(core: EncodingCore(table: ShapeTable()), bytes: ByteBuffer())

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    keyType = ObjectIdentifier(type)
    return KeyedEncodingContainer(
      MapEncodingContainer<Key>(sequence: SequenceBuilder(core: row.core)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ListEncodingContainer(sequence: SequenceBuilder(core: row.core))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleEncodingContainer(row: row, frame: row.pushFrame(parent: -1, key: "", type: Int.self))
  }
}
