/// The `Encoder` that values see: a place in a row.
struct RowEncoder: Encoder {
  let row: RowBuilder
  let frame: Int

  var codingPath: [any CodingKey] { row.path(to: frame) }
  var userInfo: [CodingUserInfoKey: Any] { row.core.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if ObjectIdentifier(type) == dictionaryKeyType {
      let sequence = row.sequence(in: frame, kind: .map)
      return KeyedEncodingContainer(MapEncodingContainer<Key>(sequence: sequence))
    }
    let container = row.container(in: frame)
    return KeyedEncodingContainer(RowEncodingContainer<Key>(row: row, container: container))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ListEncodingContainer(sequence: row.sequence(in: frame, kind: nil))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    PlaceEncodingContainer(row: row, frame: frame)
  }
}

/// The type of the keys with which the standard library encodes dictionaries of string keys. It has
/// no public name, so it is caught in the act.
let dictionaryKeyType: ObjectIdentifier? = {
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
    PlaceEncodingContainer(row: row, frame: row.pushFrame(parent: -1, key: "", type: Int.self))
  }
}

/// A key that was read from a shape or a map, or a position in a list.
struct AnyKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ text: String) {
    stringValue = text
    intValue = nil
  }

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init?(stringValue: String) {
    self.init(stringValue)
  }

  init?(intValue: Int) {
    self.init(index: intValue)
  }
}
