extension Value {
  /// The value of a record's field `name`, or of a dictionary's text key; `nil` if there is none.
  ///
  /// Costs a comparison per field.
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

  /// The value of a dictionary for `key`; `nil` if there is no such key.
  public subscript(key key: Value) -> Value? {
    guard case .dictionary(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// The value at `path`, or `nil` if there is none.
  ///
  /// Accepts inexact paths if only one reading fits: a field's name finds a dictionary's text key, a text key
  /// finds a record's field, and `[3]` finds the key 3 of a dictionary (`"3"` if Swift encodes integer keys
  /// as texts).
  public func value(at path: StatePath) -> Value? {
    var current = self
    for component in path.components {
      guard let next = current.child(at: component) else { return nil }
      current = next
    }
    return current
  }

  func child(at component: StatePath.Component) -> Value? {
    switch (self, component) {
    case (.dictionary, _): component.keys.lazy.compactMap { self[key: $0] }.first
    case (.record, _): component.name.flatMap { self[$0] }
    case (_, .index(let index)): self[index]
    default: nil
    }
  }

  /// The value's parts, with their path components.
  package var namedParts: [(name: StatePath.Component, value: Value)] {
    switch self {
    case .record(let fields): fields.map { (.field($0.name), $0.value) }
    case .dictionary(let entries): entries.map { (.key($0.key), $0.value) }
    case .list(let elements), .set(let elements):
      elements.enumerated().map { (.index($0.offset), $0.element) }
    default: []
    }
  }

  package var components: [StatePath.Component] { namedParts.map(\.name) }
}

extension Value {
  /// The value of an optional with this value in it.
  var inOptional: Value {
    switch self {
    case .null, .wrapped: .wrapped(self)
    default: self
    }
  }
}

extension StatePath.Component {
  /// The name of a field, or a text key.
  package var name: String? {
    switch self {
    case .field(let name), .key(.string(let name)): name
    case .key, .index: nil
    }
  }

  /// What else it may mean, in the order in which to try it.
  package var otherReadings: [StatePath.Component] {
    switch self {
    case .field(let name): [.key(.string(name))]
    case .key(.string(let name)): [.field(name)]
    case .key: []
    case .index: keys.map(StatePath.Component.key)
    }
  }

  /// The keys of a dictionary that it may mean, in the order in which to try them.
  var keys: [Value] {
    switch self {
    case .field(let name): [.string(name)]
    case .key(let key): [key]
    case .index(let place):
      [.string(String(place)), .int(Int64(place))] + (place < 0 ? [] : [.uint(UInt64(place))])
    }
  }
}
