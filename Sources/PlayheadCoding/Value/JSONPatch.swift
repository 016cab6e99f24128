/// Operations on JSON (RFC 6902) that do what a diff's changes do, with what was there before.
///
/// Applied in order to the JSON of the diff's first value they give the JSON of the second. The
/// extra member `old` is allowed by the RFC (section 4: undefined members are ignored).
public struct JSONPatch: Hashable, Sendable {
  /// One operation; `path` is a JSON Pointer.
  public enum Operation: Hashable, Sendable {
    /// A new member, or an element before the one at the path.
    case add(path: String, value: Value)
    /// A member or element that is gone.
    case remove(path: String, old: Value)
    /// Another value in the same place.
    case replace(path: String, value: Value, old: Value)
  }

  /// In the order in which they apply.
  public var operations: [Operation]

  /// The patch as a value: a list of records.
  public var value: Value { .list(operations.map(\.value)) }

  /// The patch as JSON on one line.
  public var json: String { value.json }
}

extension JSONPatch.Operation {
  /// The operation as a record, with the members that RFC 6902 names.
  public var value: Value {
    switch self {
    case .add(let path, let value):
      ["op": "add", "path": .string(path), "value": value]
    case .remove(let path, let old):
      ["op": "remove", "path": .string(path), "old": old]
    case .replace(let path, let value, let old):
      ["op": "replace", "path": .string(path), "value": value, "old": old]
    }
  }
}

extension Diff {
  /// The changes as a patch of the first value's JSON.
  ///
  /// In JSON a set is an array, and so is a dictionary with a key that is no text; a dictionary
  /// that turns from one form into the other is replaced whole.
  public var jsonPatch: JSONPatch {
    var patch = JSONPatch(operations: [])
    patch.append(difference, at: JSONPointer())
    return patch
  }
}

extension JSONPatch {
  fileprivate mutating func append(_ difference: Difference, at pointer: JSONPointer) {
    switch difference {
    case .same: break
    case .replaced(let old, let new):
      operations.append(.replace(path: pointer.text, value: new, old: old))
    case .inside(let old, let new, _) where old.isJSONArray != new.isJSONArray:
      operations.append(.replace(path: pointer.text, value: new, old: old))
    case .inside(let old, let new, let steps):
      append(steps, from: JSONContainer(old), to: JSONContainer(new), at: pointer)
    }
  }

  private mutating func append(
    _ steps: [Difference.Step], from old: JSONContainer, to new: JSONContainer,
    at pointer: JSONPointer
  ) {
    for place in steps.removals {
      operations.append(.remove(path: old.pointer(pointer, place), old: old.member(place)))
    }
    for step in steps {
      switch step {
      case .same, .removed: break
      case .added(let place):
        operations.append(.add(path: new.pointer(pointer, place), value: new.member(place)))
      case .changed(_, let place, let inner):
        append(inner, at: new.pointerToValue(pointer, place))
      }
    }
  }
}

/// A container as its JSON has it.
private struct JSONContainer {
  private let value: Value
  private let isArray: Bool

  init(_ value: Value) {
    self.value = value
    isArray = value.isJSONArray
  }

  /// The place of an object's member or an array's element.
  func pointer(_ base: JSONPointer, _ place: Int) -> String { step(base, place).text }

  /// What is there: for an entry of a dictionary that is an array, key and value.
  func member(_ place: Int) -> Value {
    guard isArray, case .dictionary(let entries) = value else { return value.part(place) }
    return ["key": entries[place].key, "value": entries[place].value]
  }

  /// The place of the part itself.
  func pointerToValue(_ base: JSONPointer, _ place: Int) -> JSONPointer {
    var pointer = step(base, place)
    if isArray, value.kind == .dictionary { pointer.append("value") }
    return pointer
  }

  private func step(_ base: JSONPointer, _ place: Int) -> JSONPointer {
    var pointer = base
    switch value.component(place) {
    case .field(let name): pointer.append(name)
    case .key(.string(let name)) where !isArray: pointer.append(name)
    default: pointer.append(place)
    }
    return pointer
  }
}
