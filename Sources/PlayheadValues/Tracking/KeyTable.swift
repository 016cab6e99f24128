/// A dictionary's keys, or a set's elements, in canonical order.
final class KeyTable {
  private(set) var keys: [Value]
  /// Whether two of them are written alike: such a key names no place.
  private(set) var repeats: Bool
  /// How many keys are no text: with one of them, a dictionary is an array in JSON.
  private var others: Int

  init(_ keys: [Value]) {
    self.keys = keys.sorted { $0.isBefore($1) }
    repeats = zip(self.keys, self.keys.dropFirst()).contains { $0 == $1 }
    others = keys.count { !$0.isText }
  }

  var count: Int { keys.count }

  /// Whether a dictionary with these keys is an object in JSON.
  var areTexts: Bool { others == 0 }

  /// How many keys come before `key`.
  func place(of key: Value) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].isBefore(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// These keys without some that are there, each once, and with others.
  func copy(without removed: [Value], with added: [Value]) -> KeyTable {
    let copy = KeyTable(copying: self)
    for key in removed { copy.remove(key) }
    for key in added { copy.insert(key) }
    return copy
  }

  private init(copying other: KeyTable) {
    (keys, repeats, others) = (other.keys, other.repeats, other.others)
  }

  private func insert(_ key: Value) {
    let place = place(of: key)
    if place < keys.count, keys[place] == key { repeats = true }
    keys.insert(key, at: place)
    if !key.isText { others += 1 }
  }

  private func remove(_ key: Value) {
    let place = place(of: key)
    guard place < keys.count, keys[place] == key else { return }
    keys.remove(at: place)
    if !key.isText { others -= 1 }
  }
}

extension Value {
  fileprivate var isText: Bool { if case .string = self { true } else { false } }
}
