/// A change of a tracked value, as a `Change` is one of encoded values.
package enum TrackedChange {
  /// Something else is at a place.
  case replaced(TrackedPlace, old: TrackedPart, new: TrackedPart)
  /// What was the part at `place` of a container, counted from 0, is gone.
  case removed(from: TrackedPlace, place: Int, StatePath.Component, TrackedPart)
  /// What is the part at `place` of a container, counted from 0, is new.
  case added(to: TrackedPlace, place: Int, StatePath.Component, TrackedPart)
}

extension TrackedChange {
  /// The change with its values. Throws as `CanonicalEncoder` does.
  package func change() throws -> Change {
    switch self {
    case .replaced(let place, let old, let new):
      Change(path: place.path, old: try old.value(), new: try new.value())
    case .removed(let container, _, let component, let part):
      Change(path: container.path.appending(component), old: try part.value(), new: nil)
    case .added(let container, let place, let component, let part):
      Change(
        path: container.path.appending(component), old: nil, new: try part.value(),
        position: component.isIndex ? nil : place)
    }
  }
}

/// What is or was at a place of a tracked value. Good while the change is told of; whoever keeps it
/// keeps the value's storage.
package struct TrackedPart {
  let part: Part
  let comparison: PartComparison

  /// The value as a tree. Throws as `CanonicalEncoder` does.
  package func value() throws -> Value {
    try comparison.value(of: part)
  }

  /// The value as a tree, or nil if its canonical form takes more than `limit` bytes.
  ///
  /// Costs what fits into so many bytes: a value that turns out to be larger is not encoded. (One that
  /// writes itself as one long text is, unless its comparison knows its size.)
  package func value(upTo limit: Int) throws -> Value? {
    try comparison.value(of: part, upTo: limit)
  }
}
