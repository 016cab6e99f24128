/// Operations on JSON (RFC 6902) with the effect of a diff's changes. If you apply them in order to the JSON
/// of the diff's first value, you get the JSON of the second.
///
/// The RFC allows the extra member `old`, the old value (section 4: undefined members are ignored). A change of a part
/// of a long text is an operation that the RFC does not have, a `splice`: it replaces `old` by `value`, after `at`
/// Unicode code points.
public struct JSONPatch: Hashable, Sendable {
  /// The operations in order: records with the members that the RFC names.
  public fileprivate(set) var operations: [Value] = []
  /// Whether the patch is for a page.
  fileprivate var isForPage = false

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
    patch.append(difference, at: "")
    return patch
  }

  /// The same for a page, without old values. The addition of an object's member has its position as `at`, so that the
  /// JSON can be rebuilt byte by byte, and a `splice` replaces `count` UTF-16 units from `at` on.
  package var pagePatch: JSONPatch {
    var patch = JSONPatch()
    patch.isForPage = true
    patch.append(difference, at: "")
    return patch
  }
}

extension JSONPatch {
  /// `pointer` is a JSON Pointer (RFC 6901).
  fileprivate mutating func append(_ difference: Difference<Value>, at pointer: String) {
    switch difference {
    case .same: break
    case .replaced(let old, let new):
      replace(pointer, old, new)
    case .text(let change): splice(pointer, change)
    case .inside(let container, let steps):
      if let whole = container.whole {
        replace(pointer, whole.old, whole.new)
      } else {
        append(steps, in: container, at: pointer)
      }
    }
  }

  private mutating func replace(_ pointer: String, _ old: Value, _ new: Value) {
    add("replace", pointer, [.init("value", new)], old: old)
  }

  private mutating func splice(_ pointer: String, _ change: TextChange) {
    let at = Value.Field("at", .int(Int64(isForPage ? change.utf16Place : change.place)))
    let removed =
      isForPage
      ? Value.Field("count", .int(Int64(change.old.utf16.count)))
      : Value.Field("old", .string(change.old))
    add("splice", pointer, [at, removed, .init("value", .string(change.new))])
  }

  private mutating func add(
    _ operation: String, _ pointer: String, _ members: [Value.Field], old: Value? = nil
  ) {
    let old = old.flatMap { isForPage ? nil : Value.Field("old", $0) }
    operations.append(
      .record(
        [.init("op", .string(operation)), .init("path", .string(pointer))] + members
          + [old].compactMap(\.self)))
  }

  private mutating func append(
    _ steps: [Difference<Value>.Step], in container: Difference<Value>.Container,
    at pointer: String
  ) {
    for (place, part) in steps.removals() {
      add(
        "remove", pointer + container.reference(to: place), [],
        old: container.member(place, part))
    }
    for step in steps {
      switch step {
      case .same, .removed: break
      case .added(let place, let part):
        var members = [Value.Field("value", container.member(place, part))]
        if isForPage, !container.isJSONArray {
          members.append(.init("at", .int(Int64(place.number))))
        }
        add("add", pointer + container.reference(to: place), members)
      case .changed(let place, let inner):
        let part = pointer + container.reference(to: place)
        append(inner, at: container.hasEntries ? part + "/value" : part)
      }
    }
  }
}

/// A container's JSON form.
extension Difference<Value>.Container {
  /// Whether it is an array of a dictionary's keys and values.
  fileprivate var hasEntries: Bool { isJSONArray && kind == .dictionary }

  /// The place of an object's member or an array's element, as the next part of a pointer.
  fileprivate func reference(to place: PartPosition) -> String {
    switch place.component {
    case .field(let name): "/" + name.inPointer
    case .key(.string(let name)) where !isJSONArray: "/" + name.inPointer
    default: "/\(place.number)"
    }
  }

  /// The object's member or the array's element, which may be an entry with a key.
  fileprivate func member(_ place: PartPosition, _ part: Value) -> Value {
    guard hasEntries, case .key(let key) = place.component else { return part }
    return ["key": key, "value": part]
  }
}

extension String {
  /// The text with `~` as `~0` and `/` as `~1` (RFC 6901, section 3).
  fileprivate var inPointer: String {
    guard utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return self
    }
    return replacingBytes(of: "~", with: "~0").replacingBytes(of: "/", with: "~1")
  }
}
