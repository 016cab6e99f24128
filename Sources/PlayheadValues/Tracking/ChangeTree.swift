/// What changed where between two values, without the values.
package indirect enum ChangeTree {
  case same
  /// Another value is there.
  case replaced
  /// Elements of a list or a set.
  case elements(Elements)
  /// Fields of a record or entries of a dictionary, by their components.
  case fields([StatePath.Component: Field])

  package struct Elements {
    /// The places of removed elements in the old list, in order.
    package var removed: [Int] = []
    /// The places of added elements in the new list, in order.
    package var added: [Int] = []
    /// The places of changed elements in the new list, in order.
    package var changed: [(place: Int, inner: ChangeTree)] = []
  }

  package enum Field {
    case removed, added
    case changed(ChangeTree)
  }

  init(_ difference: Difference<Part>) {
    switch difference {
    case .same: self = .same
    case .replaced, .text: self = .replaced
    case .inside(let container, let steps):
      switch container.kind {
      case .list, .set: self = .elements(Elements(steps))
      case .record, .dictionary: self = .fields(Self.fields(steps))
      }
    }
  }

  private static func fields(_ steps: [Difference<Part>.Step]) -> [StatePath.Component: Field] {
    var fields: [StatePath.Component: Field] = [:]
    for step in steps {
      switch step {
      case .same: break
      case .removed(let place, _): fields[place.component] = .removed
      case .added(let place, _): fields[place.component] = .added
      case .changed(let place, let inner): fields[place.component] = .changed(Self(inner))
      }
    }
    return fields
  }
}

extension ChangeTree.Elements {
  fileprivate init(_ steps: [Difference<Part>.Step]) {
    for step in steps {
      switch step {
      case .same: break
      case .removed(let place, _): removed.append(place.number)
      case .added(let place, _): added.append(place.number)
      case .changed(let place, let inner): changed.append((place.number, ChangeTree(inner)))
      }
    }
    removed.sort()
    added.sort()
    changed.sort { $0.place < $1.place }
  }

  /// The earlier place of the element that is at `place` now; nil if it was added.
  package func oldPlace(of place: Int) -> Int? {
    if added.contains(place) { return nil }
    var old = place - added.prefix { $0 < place }.count
    for removed in removed where removed <= old { old += 1 }
    return old
  }

  /// The new place of the element that was at `place`; nil if it was removed.
  package func newPlace(of place: Int) -> Int? {
    if removed.contains(place) { return nil }
    var new = place - removed.prefix { $0 < place }.count
    for added in added where added <= new { new += 1 }
    return new
  }

  package func inner(at place: Int) -> ChangeTree {
    changed.first { $0.place == place }?.inner ?? .same
  }
}
