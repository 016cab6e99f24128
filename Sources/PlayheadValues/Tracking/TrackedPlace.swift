/// A place in a tracked value: the node of a path.
///
/// There is one node per path that was asked for or told of, and it stays the same for as long as its
/// tracker lives, whatever comes and goes there. Not safe for use from several threads at once.
package final class TrackedPlace {
  /// The node of the container; nil for the whole value.
  package private(set) weak var parent: TrackedPlace?
  /// The step from there; nil for the whole value.
  package let component: StatePath.Component?
  /// The name of a field.
  private let fieldName: String
  /// The client's own number for the path, -1 at first.
  package var tag = -1

  @exclusivity(unchecked) private var fields: [TrackedPlace] = []
  @exclusivity(unchecked) private var elements: [Int: TrackedPlace] = [:]
  @exclusivity(unchecked) private var entries: [Value: TrackedPlace] = [:]

  init() {
    component = nil
    fieldName = ""
  }

  private init(_ component: StatePath.Component, of parent: TrackedPlace) {
    self.component = component
    if case .field(let name) = component { fieldName = name } else { fieldName = "" }
    self.parent = parent
  }

  /// The path from the whole value to here.
  package var path: StatePath {
    var components: [StatePath.Component] = []
    var place = self
    while let component = place.component, let parent = place.parent {
      components.append(component)
      place = parent
    }
    return StatePath(components.reversed())
  }

  /// The node one step further. Costs a comparison per field, or one look-up.
  package func child(_ component: StatePath.Component) -> TrackedPlace {
    switch component {
    case .field(let name):
      for index in fields.indices where fields[index].isField(name) { return fields[index] }
      let new = TrackedPlace(component, of: self)
      fields.append(new)
      return new
    case .index(let index):
      if let known = elements[index] { return known }
      let new = TrackedPlace(component, of: self)
      elements[index] = new
      return new
    case .key(let key):
      if let known = entries[key] { return known }
      let new = TrackedPlace(component, of: self)
      entries[key] = new
      return new
    }
  }

  @inline(__always)
  private func isField(_ name: String) -> Bool {
    fieldName.hasSameBits(as: name) || fieldName.hasSameUTF8(as: name)
  }
}
