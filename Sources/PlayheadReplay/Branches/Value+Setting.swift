import PlayheadValues

extension Value {
  /// This value with `new` at a path; nil if there is no such place. The path may end in a new field, key or
  /// last element, and is read as leniently as by `value(at:)`.
  func setting(_ path: ArraySlice<StatePath.Component>, to new: Value) -> Value? {
    guard let first = path.first else { return new }
    let rest = path.dropFirst()
    switch (self, first) {
    case (.record(var fields), .field(let name)), (.record(var fields), .key(.string(let name))):
      let place = fields.firstIndex { $0.name == name }
      guard let value = Self.set(place.map { fields[$0].value }, rest, new) else { return nil }
      if let place { fields[place].value = value } else { fields.append(Field(name, value)) }
      return .record(fields)
    case (.dictionary(var entries), _):
      let key = key(of: first)
      let place = entries.firstIndex { $0.key == key }
      guard let value = Self.set(place.map { entries[$0].value }, rest, new) else { return nil }
      if let place { entries[place].value = value } else { entries.append(Entry(key, value)) }
      return .dictionary(entries)
    case (.list(let elements), .index(let index)):
      return Self.set(elements, index, rest, new).map { .list($0) }
    case (.set(let elements), .index(let index)):
      return Self.set(elements, index, rest, new).map { .set($0) }
    default: return nil
    }
  }

  /// The first of this value's own fields, other than null, that `other` lacks.
  func firstField(missingIn other: Value) -> StatePath? {
    guard case .record(let fields) = self, case .record(let others) = other else { return nil }
    let missing = fields.first { field in
      field.value != .null && !others.contains { $0.name == field.name }
    }
    return missing.map { StatePath([.field($0.name)]) }
  }

  /// The names that a path may go on with from here.
  var names: [String] {
    switch self {
    case .record(let fields): fields.map(\.name)
    case .dictionary(let entries):
      entries.compactMap { if case .string(let name) = $0.key { name } else { nil } }
    default: []
    }
  }

  private static func set(
    _ old: Value?, _ path: ArraySlice<StatePath.Component>, _ new: Value
  ) -> Value? {
    path.isEmpty ? new : old?.setting(path, to: new)
  }

  private static func set(
    _ elements: [Value], _ index: Int, _ path: ArraySlice<StatePath.Component>, _ new: Value
  ) -> [Value]? {
    guard index >= 0, index <= elements.count else { return nil }
    let old = index < elements.count ? elements[index] : nil
    guard let value = set(old, path, new) else { return nil }
    return elements[..<index] + [value] + elements[min(index + 1, elements.count)...]
  }

  /// The key of this dictionary that a path component means.
  private func key(of component: StatePath.Component) -> Value {
    switch component {
    case .field(let name): return .string(name)
    case .key(let key): return key
    case .index(let index):
      let number = Value.int(Int64(index))
      return self[key: number] == nil ? .string("\(index)") : number
    }
  }
}
