extension Shape {
  /// Appends the shape's definition: the count of entries, then each entry's parent + 1, kind, key.
  package func encode(to bytes: ByteBuffer) {
    bytes.append(varint: entries.count)
    for entry in entries {
      bytes.append(varint: Int(entry.parent) + 1)
      bytes.append(entry.kind.rawValue)
      bytes.append(string: entry.key)
    }
  }

  /// An entry with its member and its field, and what comes of it in the tables of large containers.
  private static let memoryOfEntry = 160

  /// Reads a shape's definition.
  package static func read(from reader: inout ByteReader) throws(ByteFault) -> Shape {
    let start = reader.position
    var entries: [Entry] = []
    for _ in 0..<(try reader.count(of: 3, taking: memoryOfEntry)) {
      let parent = try reader.varint()
      guard parent <= UInt64(entries.count), let kind = Kind(rawValue: try reader.byte()) else {
        throw ByteFault.malformed("a shape", at: start)
      }
      entries.append(Entry(parent: Int32(parent) - 1, key: try reader.string(), kind: kind))
    }
    guard let shape = Shape(entries) else { throw ByteFault.malformed("a shape", at: start) }
    return shape
  }
}
