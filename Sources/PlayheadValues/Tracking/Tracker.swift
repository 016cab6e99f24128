/// Follows a value through its changes, at the cost of what changes.
///
/// It holds a copy of the present value, which shares its storage with the app's, and beside it what
/// was looked into: for each struct, array, dictionary or optional in which something has changed about
/// 200 bytes, a copy of its own bytes, and 24 bytes for each of its fields; 24 bytes for each key of a
/// dictionary and each element of a set that changed, with its text if that is long; 8 bytes for each
/// element of an array that had to be aligned; a node for each path that changed. Of an array or a
/// dictionary up to 32 parts are remembered.
/// Not safe for use from several threads at once.
package final class Tracker {
  /// The node of the whole value.
  package let root = TrackedPlace()
  private let comparison: PartComparison
  @exclusivity(unchecked) private var present: Part

  /// Follows a value from `value` on.
  package init(_ value: TrackedValue, comparing comparisons: Comparisons = .none) {
    comparison = PartComparison(comparisons, isForText: false)
    present = value.part.ownFields
  }

  /// Follows a value from `value` on.
  package convenience init(_ value: some Encodable, comparing comparisons: Comparisons = .none) {
    self.init(TrackedValue(value), comparing: comparisons)
  }

  /// The present value as a tree. Throws as `CanonicalEncoder` does.
  package func value() throws -> Value { try comparison.value(of: present) }

  /// Makes `value` the present value, and tells `body` of every change, in the order of `Diff.changes`.
  ///
  /// Throws what the encoding of what changed throws; the present value stays what it was then. What
  /// `body` throws comes out, too, and the rest of the changes is not told.
  package func advance(
    to value: TrackedValue, _ body: (TrackedChange) throws -> Void
  ) throws {
    let new = value.part
    let difference = try self.difference(present, new)
    present = new.ownFields
    try tell(difference, at: root, body)
  }

  /// The same with the value itself.
  package func advance(
    to value: some Encodable, _ body: (TrackedChange) throws -> Void
  ) throws {
    guard !isPresent(present, value) else { return }
    try advance(to: TrackedValue(value), body)
  }

  /// Makes `value` the present value of the field at `place` of a record of fields, counted from 0. One
  /// that is the same in memory costs a comparison of its bytes.
  package func advance(
    _ place: Int, to value: any Encodable, _ body: (TrackedChange) throws -> Void
  ) throws {
    guard case .kept(let record) = present, record is KeptRecord,
      case .record(let fields)? = record.content
    else { preconditionFailure("only a tracker of a record of fields has fields to advance") }
    guard !isPresent(fields.parts[place], value) else { return }
    let new = Part(any: value, depth: 0)
    let difference = try self.difference(fields.parts[place], new)
    fields.parts[place] = new
    guard case .same = difference else {
      return try tell(difference, at: root.child(.field(fields.names[place])), body)
    }
  }

  private func isPresent(_ part: Part, _ value: some Encodable) -> Bool {
    guard case .kept(let kept) = part else { return false }
    return kept.isSame(value)
  }

  private func difference(_ old: Part, _ new: Part) throws -> Difference<Part> {
    try comparison.explaining(old, new) { try comparison.difference(old, new) }
  }

  // MARK: Telling

  private func tell(
    _ difference: Difference<Part>, at place: TrackedPlace,
    _ body: (TrackedChange) throws -> Void
  ) throws {
    switch difference {
    case .same: break
    case .replaced(let old, let new):
      try body(.replaced(place, old: tracked(old), new: tracked(new)))
    case .inside(_, let steps):
      for (part, value) in steps.removals() {
        try body(.removed(from: place, place: part.number, part.component, tracked(value)))
      }
      for index in steps.indices {
        switch steps[index] {
        case .same, .removed: break
        case .added(let part, let value):
          try body(.added(to: place, place: part.number, part.component, tracked(value)))
        case .changed(let part, let inner): try tell(inner, at: place.child(part.component), body)
        }
      }
    }
  }

  private func tracked(_ part: Part) -> TrackedPart {
    TrackedPart(part: part, comparison: comparison)
  }
}

extension Part {
  /// This part, with fields of its own if they are exchanged one by one.
  fileprivate var ownFields: Part {
    guard case .kept(let kept) = self, kept is KeptRecord, case .record(let fields)? = kept.content
    else { return self }
    return .kept(KeptRecord(copying: fields))
  }
}
