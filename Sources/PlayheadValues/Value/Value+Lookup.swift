extension Value {
  /// The field of a record called `name`, or what a dictionary holds for that text.
  ///
  /// Costs a comparison per field; `nil` if there is none.
  public subscript(name: String) -> Value? {
    switch self {
    case .record(let fields): fields.first { $0.name.hasSameUTF8(as: name) }?.value
    case .dictionary: self[key: .string(name)]
    default: nil
    }
  }

  /// The element of a list or set at `index`, counted from 0; `nil` beyond the ends.
  public subscript(index: Int) -> Value? {
    switch self {
    case .list(let elements), .set(let elements):
      elements.indices.contains(index) ? elements[index] : nil
    default: nil
    }
  }

  /// What a dictionary holds for `key`; `nil` if it has no such key.
  public subscript(key key: Value) -> Value? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// The value that `path` leads to, or `nil` if it leads nowhere.
  ///
  /// Written paths are met halfway, where only one reading fits: a field's name finds a
  /// dictionary's text key, a text key finds a record's field, and `[3]` finds the key 3 of a
  /// dictionary (`"3"` where Swift encodes integer keys as texts).
  public func value(at path: StatePath) -> Value? {
    var current = self
    for component in path.components {
      guard let next = current.child(at: component) else { return nil }
      current = next
    }
    return current
  }

  /// The part that one step of a path leads to.
  func child(at component: StatePath.Component) -> Value? {
    switch (self, component) {
    case (.dictionary, _): component.keys.lazy.compactMap { self[key: $0] }.first
    case (.record, _): component.name.flatMap { self[$0] }
    case (_, .index(let index)): self[index]
    default: nil
    }
  }

  /// What the value's parts are called in a path.
  package var components: [StatePath.Component] {
    switch self {
    case .record(let fields): fields.map { .field($0.name) }
    case .dictionary(let entries): entries.map { .key($0.key) }
    case .list(let elements), .set(let elements): elements.indices.map { .index($0) }
    default: []
    }
  }
}

extension StatePath.Component {
  /// The name of a field, or a key that is a text.
  package var name: String? {
    switch self {
    case .field(let name), .key(.string(let name)): name
    case .key, .index: nil
    }
  }

  /// The keys of a dictionary that it may mean, in the order in which they are tried.
  var keys: [Value] {
    switch self {
    case .field(let name): [.string(name)]
    case .key(let key): [key]
    case .index(let place):
      [.string(String(place)), .int(Int64(place))] + (place < 0 ? [] : [.uint(UInt64(place))])
    }
  }
}
