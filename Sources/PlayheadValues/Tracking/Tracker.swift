/// Follows a record of values, such as the states of an app's stores, at the cost of the changes. Not
/// thread-safe.
///
/// It holds a copy of each value, which shares its storage with the app's, and remembers inspected parts:
/// about 200 bytes, the own bytes and 24 bytes per field for each struct, array, dictionary or optional with
/// a change inside; 24 bytes for each key of a changed dictionary and each element of a changed set; 8 bytes
/// for each element of an aligned array. It remembers up to 32 parts of an array or a dictionary.
package final class Tracker {
  private let comparison = PartComparison(isForText: false, isTolerant: true)
  private let present: RecordParts

  /// Follows `fields`, beginning with their current values.
  package init(_ fields: [(name: String, value: any Encodable)]) {
    present = RecordParts(fields)
  }

  /// Makes `value` the current value of the field at `place`, counted from 0, and calls `body` with every
  /// change, in the order of `Diff.changes`. A value that is the same in memory costs a comparison of its
  /// bytes.
  ///
  /// A part that cannot be encoded counts as replaced. If nothing of the value can be, the current value stays.
  /// Returns what could not be encoded. Throws the errors of `body`, which end the changes.
  @discardableResult
  package func advance(
    _ place: Int, to value: any Encodable, _ body: (TrackedChange) throws -> Void
  ) throws -> Refused? {
    let old = present.parts[place]
    if case .kept(let kept) = old, kept.isSame(value) { return nil }
    let new = Part(any: value, depth: 0)
    let found = comparison.tolerantDifference(old, new)
    let refused = found.error.map { Refused(error: $0, isWhole: found.difference == nil) }
    guard let difference = found.difference else { return refused }
    present.parts[place] = new
    var path: [StatePath.Component] = [.field(present.names[place])]
    try report(difference, at: &path, body)
    return refused
  }

  /// What could not be encoded.
  package struct Refused {
    /// The first error of encoding a changed part.
    package let error: any Error
    /// Whether nothing of the value can be encoded.
    package let isWhole: Bool
  }

  private func report(
    _ difference: Difference<Part>, at path: inout [StatePath.Component],
    _ body: (TrackedChange) throws -> Void
  ) throws {
    switch difference {
    case .same: break
    case .replaced(let old, let new):
      try body(TrackedChange(path: path, old: tracked(old), new: tracked(new)))
    case .inside(_, let steps):
      for (place, part) in steps.removals() {
        path.append(place.component)
        try body(TrackedChange(path: path, old: tracked(part), new: nil))
        path.removeLast()
      }
      for index in steps.indices {
        switch steps[index] {
        case .same, .removed: break
        case .added(let place, let part):
          path.append(place.component)
          try body(TrackedChange(path: path, old: nil, new: tracked(part)))
          path.removeLast()
        case .changed(let place, let inner):
          path.append(place.component)
          try report(inner, at: &path, body)
          path.removeLast()
        }
      }
    }
  }

  private func tracked(_ part: Part) -> TrackedPart {
    TrackedPart(part: part, comparison: comparison)
  }
}

/// A change of a tracked value, like `Change` for encoded values.
package struct TrackedChange {
  /// The path, from the record of all fields.
  package let path: [StatePath.Component]
  /// The old value; `nil` if the place is new.
  package let old: TrackedPart?
  /// The new value; `nil` if the place is gone.
  package let new: TrackedPart?
}

/// An old or new part of a tracked value. It keeps the value's storage alive.
package struct TrackedPart {
  let part: Part
  let comparison: PartComparison

  /// The value as a tree. Throws like `CanonicalEncoder`.
  package func value() throws -> Value { try comparison.value(of: part) }

  /// The value as a tree, or `nil` if its canonical form takes more than `limit` bytes.
  ///
  /// A larger value is not encoded, as far as its size is known. (A value that encodes itself as one long
  /// text is encoded, unless its comparison knows its size.)
  package func value(upTo limit: Int) throws -> Value? {
    try comparison.value(of: part, upTo: limit)
  }
}
