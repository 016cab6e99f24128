extension Difference where Part == Value {
  /// The tree's changes, in an order in which they apply one after the other.
  var changes: [Change] {
    var changes: [Change] = []
    var path = StatePath()
    collect(at: &path, into: &changes)
    return changes
  }

  private func collect(at path: inout StatePath, into changes: inout [Change]) {
    switch self {
    case .same: break
    case .replaced(let old, let new): changes.append(Change(path: path, old: old, new: new))
    case .inside(_, let steps):
      for (place, part) in steps.removals() {
        changes.append(Change(path: path.appending(place.component), old: part, new: nil))
      }
      for step in steps {
        switch step {
        case .same, .removed: break
        case .added(let place, let part):
          changes.append(
            Change(
              path: path.appending(place.component), old: nil, new: part,
              position: place.component.isIndex ? nil : place.number))
        case .changed(let place, let inner):
          path.components.append(place.component)
          inner.collect(at: &path, into: &changes)
          path.components.removeLast()
        }
      }
    }
  }
}

extension Array {
  /// The removed parts, from the end: so that none moves before its turn.
  func removals<Part>() -> [(PartPlace, Part)] where Element == Difference<Part>.Step {
    var removals: [(PartPlace, Part)] = []
    for index in indices.reversed() {
      if case .removed(let place, let part) = self[index] { removals.append((place, part)) }
    }
    return removals
  }
}

extension StatePath.Component {
  var isIndex: Bool { if case .index = self { true } else { false } }
}
