extension Difference {
  /// The tree's changes, in an order in which they apply one after the other.
  var changes: [Change] {
    var changes: [Change] = []
    var path = Path()
    collect(at: &path, into: &changes)
    return changes
  }

  private func collect(at path: inout Path, into changes: inout [Change]) {
    switch self {
    case .same: break
    case .replaced(let old, let new): changes.append(Change(path: path, old: old, new: new))
    case .inside(let old, let new, let steps):
      for place in steps.removals {
        changes.append(
          Change(path: path.appending(old.component(place)), old: old.part(place), new: nil))
      }
      for step in steps {
        switch step {
        case .same, .removed: break
        case .added(let place):
          let component = new.component(place)
          changes.append(
            Change(
              path: path.appending(component), old: nil, new: new.part(place),
              position: component.isIndex ? nil : place))
        case .changed(_, let place, let inner):
          path.components.append(new.component(place))
          inner.collect(at: &path, into: &changes)
          path.components.removeLast()
        }
      }
    }
  }
}

extension [Difference.Step] {
  /// The places of removed parts, from the end: so that none moves before its turn.
  var removals: [Int] {
    reversed().compactMap { if case .removed(let place) = $0 { place } else { nil } }
  }
}

extension Path.Component {
  fileprivate var isIndex: Bool { if case .index = self { true } else { false } }
}
