/// Operations on JSON (RFC 6902) with the effect of a diff's changes. If you apply them in order to the JSON
/// of the diff's first value, you get the JSON of the second.
///
/// The RFC allows the extra member `old`, the old value (section 4: undefined members are ignored).
public struct JSONPatch: Hashable, Sendable {
  /// The operations in order: records with the members that the RFC names.
  public fileprivate(set) var operations: [Value] = []
  /// Whether additions to an object give the new member's position as `at`.
  fileprivate var keepsOrder = false

  /// The patch as a value: the list of its operations.
  public var value: Value { .list(operations) }

  /// The patch as JSON on one line.
  public var json: String { value.json }
}

extension Diff {
  /// The changes as a patch of the first value's JSON.
  ///
  /// In JSON a set is an array, and so is a dictionary with a key that is not a text. A dictionary that
  /// changes its form is replaced as a whole.
  public var jsonPatch: JSONPatch {
    var patch = JSONPatch()
    patch.append(difference, at: JSONPointer())
    return patch
  }

  /// The same, with an object's new member's position as `at`: the JSON can be rebuilt byte by byte.
  package var orderedPatch: JSONPatch {
    var patch = JSONPatch()
    patch.keepsOrder = true
    patch.append(difference, at: JSONPointer())
    return patch
  }
}

extension JSONPatch {
  fileprivate mutating func append(_ difference: Difference<Value>, at pointer: JSONPointer) {
    switch difference {
    case .same: break
    case .replaced(let old, let new):
      replace(pointer, old, new)
    case .inside(let container, let steps):
      if let whole = container.whole {
        replace(pointer, whole.old, whole.new)
      } else {
        append(steps, in: JSONContainer(container), at: pointer)
      }
    }
  }

  private mutating func replace(_ pointer: JSONPointer, _ old: Value, _ new: Value) {
    operations.append(["op": "replace", "path": .string(pointer.text), "value": new, "old": old])
  }

  private mutating func append(
    _ steps: [Difference<Value>.Step], in container: JSONContainer, at pointer: JSONPointer
  ) {
    for (place, part) in steps.removals() {
      let path = Value.string(container.pointer(pointer, place).text)
      operations.append(["op": "remove", "path": path, "old": container.member(place, part)])
    }
    for step in steps {
      switch step {
      case .same, .removed: break
      case .added(let place, let part):
        var operation = [
          Value.Field("op", "add"), .init("path", .string(container.pointer(pointer, place).text)),
          .init("value", container.member(place, part)),
        ]
        if keepsOrder, !container.isArray {
          operation.append(.init("at", .int(Int64(place.number))))
        }
        operations.append(.record(operation))
      case .changed(let place, let inner):
        append(inner, at: container.pointerToValue(pointer, place))
      }
    }
  }
}

/// A container in its JSON form.
private struct JSONContainer {
  let isArray: Bool
  /// Whether its elements are a dictionary's keys and values.
  private let hasEntries: Bool

  init(_ container: Difference<Value>.Container) {
    isArray = container.isJSONArray
    hasEntries = isArray && container.kind == .dictionary
  }

  /// The place of an object's member or an array's element.
  func pointer(_ base: JSONPointer, _ place: PartPosition) -> JSONPointer {
    var pointer = base
    switch place.component {
    case .field(let name): pointer.append(name)
    case .key(.string(let name)) where !isArray: pointer.append(name)
    default: pointer.append(place.number)
    }
    return pointer
  }

  /// The JSON member or element: for an entry of a dictionary that is an array, key and value.
  func member(_ place: PartPosition, _ part: Value) -> Value {
    guard hasEntries, case .key(let key) = place.component else { return part }
    return ["key": key, "value": part]
  }

  /// The place of the part itself.
  func pointerToValue(_ base: JSONPointer, _ place: PartPosition) -> JSONPointer {
    var pointer = self.pointer(base, place)
    if hasEntries { pointer.append("value") }
    return pointer
  }
}

/// A JSON Pointer under construction.
private struct JSONPointer {
  private(set) var text = ""

  mutating func append(_ index: Int) {
    text += "/\(index)"
  }

  /// Adds a member's name, with `~` as `~0` and `/` as `~1` (RFC 6901, section 3).
  mutating func append(_ name: String) {
    text += "/"
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      text += name
      return
    }
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
