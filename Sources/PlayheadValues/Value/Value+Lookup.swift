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
    guard case .list(let elements) = self.asList, elements.indices.contains(index) else {
      return nil
    }
    return elements[index]
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

  private func child(at component: StatePath.Component) -> Value? {
    switch (component, self) {
    case (.field(let name), _): self[name]
    case (.key(.string(let name)), .record): self[name]
    case (.key(let key), _): self[key: key]
    case (.index(let index), .dictionary):
      self[key: .string(String(index))] ?? self[key: .int(Int64(index))]
        ?? UInt64(exactly: index).flatMap { self[key: .uint($0)] }
    case (.index(let index), _): self[index]
    }
  }

  /// A set seen as the list of its elements; everything else as it is.
  private var asList: Value {
    if case .set(let elements) = self { .list(elements) } else { self }
  }
}
