/// What became of the parts of a container, by their places in the new one.
struct PartChanges {
  enum Change {
    case added
    case inside(Difference<Value>)
  }

  private var changes: [Int: Change] = [:]

  static let none = PartChanges(nil)

  /// Of a container that changed inside; none of any other.
  init(_ difference: Difference<Value>?) {
    guard case .inside(_, let steps) = difference else { return }
    for step in steps {
      switch step {
      case .same, .removed: break
      case .added(let place, _): changes[place.number] = .added
      case .changed(let place, let inner): changes[place.number] = .inside(inner)
      }
    }
  }

  var isEmpty: Bool { changes.isEmpty }

  subscript(place: Int) -> Change? { changes[place] }
}
