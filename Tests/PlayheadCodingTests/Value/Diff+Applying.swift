import PlayheadValues
import Testing

extension Diff {
  /// What the changes make of `value`, one after the other. Throws at the first change that does not fit.
  func applied(to value: Value) throws -> Value {
    var value = value
    for change in changes { try change.apply(to: &value, along: change.path.components[...]) }
    return value
  }
}

extension Change {
  fileprivate func apply(
    to value: inout Value, along way: ArraySlice<StatePath.Component>
  ) throws {
    guard let component = way.first else {
      try #require(value == old)
      return value = try #require(new)
    }
    switch (value, component) {
    case (.list(var parts), .index(let index)):
      try apply(to: &parts, at: index, way, value: \.self) { $0 }
      value = .list(parts)
    case (.set(var parts), .index(let index)):
      try apply(to: &parts, at: index, way, value: \.self) { $0 }
      value = .set(parts)
    case (.dictionary(var entries), .key(let key)):
      let place = entries.firstIndex { $0.key == key } ?? position ?? entries.count
      try apply(to: &entries, at: place, way, value: \.value) { .init(key, $0) }
      value = .dictionary(entries)
    case (.record(var fields), .field(let name)):
      let place = fields.firstIndex { $0.name == name } ?? position ?? fields.count
      try apply(to: &fields, at: place, way, value: \.value) { .init(name, $0) }
      value = .record(fields)
    default: Issue.record("'\(path)' leads nowhere")
    }
  }

  private func apply<Part>(
    to parts: inout [Part], at place: Int, _ way: ArraySlice<StatePath.Component>,
    value: WritableKeyPath<Part, Value>, _ part: (Value) -> Part
  ) throws {
    guard way.count == 1, old == nil || new == nil else {
      try #require(parts.indices.contains(place))
      return try apply(to: &parts[place][keyPath: value], along: way.dropFirst())
    }
    if let new {
      try #require(parts.indices.contains(place) || place == parts.count)
      parts.insert(part(new), at: place)
    } else {
      try #require(parts.indices.contains(place) && parts[place][keyPath: value] == old)
      parts.remove(at: place)
    }
  }
}
