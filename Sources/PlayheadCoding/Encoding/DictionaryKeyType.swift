/// The type of the keys with which the standard library encodes dictionaries of string keys. It has
/// no public name, so it is caught in the act.
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
    PlaceEncodingContainer(row: row, frame: row.pushFrame(parent: -1, key: "", type: Int.self))
  }
}
