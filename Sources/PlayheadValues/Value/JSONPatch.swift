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
  fileprivate mutating func append(_ difference: Difference<Value>, at pointer: JSONPointer) {
    switch difference {
    case .same: break
    case .replaced(let old, let new):
      operations.append(.replace(path: pointer.text, value: new, old: old))
    case .inside(let container, let steps):
      if let whole = container.whole {
        operations.append(.replace(path: pointer.text, value: whole.new, old: whole.old))
      } else {
        append(steps, in: JSONContainer(container), at: pointer)
      }
    }
  }

  private mutating func append(
    _ steps: [Difference<Value>.Step], in container: JSONContainer, at pointer: JSONPointer
  ) {
    for (place, part) in steps.removals() {
      let path = container.pointer(pointer, place).text
      operations.append(.remove(path: path, old: container.member(place, part)))
    }
    for step in steps {
      switch step {
      case .same, .removed: break
      case .added(let place, let part):
        let path = container.pointer(pointer, place).text
        operations.append(.add(path: path, value: container.member(place, part)))
      case .changed(let place, let inner):
        append(inner, at: container.pointerToValue(pointer, place))
      }
    }
  }
}

/// A container as its JSON has it.
private struct JSONContainer {
  private let isArray: Bool
  /// Whether its elements are a dictionary's keys with their values.
  private let hasEntries: Bool

  init(_ container: Difference<Value>.Container) {
    isArray = container.isJSONArray
    hasEntries = isArray && container.kind == .dictionary
  }

  /// The place of an object's member or an array's element.
  func pointer(_ base: JSONPointer, _ place: PartPlace) -> JSONPointer {
    var pointer = base
    switch place.component {
    case .field(let name): pointer.append(name)
    case .key(.string(let name)) where !isArray: pointer.append(name)
    default: pointer.append(place.number)
    }
    return pointer
  }

  /// What is there: for an entry of a dictionary that is an array, key and value.
  func member(_ place: PartPlace, _ part: Value) -> Value {
    guard hasEntries, case .key(let key) = place.component else { return part }
    return ["key": key, "value": part]
  }

  /// The place of the part itself.
  func pointerToValue(_ base: JSONPointer, _ place: PartPlace) -> JSONPointer {
    var pointer = self.pointer(base, place)
    if hasEntries { pointer.append("value") }
    return pointer
  }
}
