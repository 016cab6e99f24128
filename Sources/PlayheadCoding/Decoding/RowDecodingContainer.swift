/// The members of a record.
struct RowDecodingContainer<Key: CodingKey>: KeyedDecoding {
  let view: RowView
  let container: Int

  var codingPath: [any CodingKey] { view.path(to: .container(container)) }

  var allKeys: [Key] {
    // A loop, since `compactMap` in generic code goes through witnesses for every element.
    let members = view.shape.containers[container]
    var keys: [Key] = []
    keys.reserveCapacity(members.count)
    for member in members {
      if let key = Key(stringValue: member.key) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { place(of: key.stringValue) != nil }

  @inline(__always)
  func find(_ key: Key) throws -> RowDecoder? {
    place(of: key.stringValue).map { RowDecoder(view, $0) }
  }

  @inline(__always)
  private func place(of name: String) -> Shape.Place? {
    view.place(of: name, in: container)
  }

  func superDecoder() throws -> any Decoder {
    guard let place = place(of: "super") else {
      throw RowDecoder(view, .container(container)).noSuper()
    }
    return try RowDecoder(view, place).unwrapped()
  }
}

extension RowView {
  /// Where a container's member is. Tries the one after the last found first.
  func place(of name: String, in container: Int) -> Shape.Place? {
    let shape = self.shape
    let likely = likelyMember
    if likely < shape.containers[container].count,
      shape.containers[container][likely].key == name
    {
      likelyMember = likely + 1
      return shape.containers[container][likely].place
    }
    guard let index = shape.member(name, of: container) else { return nil }
    likelyMember = index + 1
    return shape.containers[container][index].place
  }
}
