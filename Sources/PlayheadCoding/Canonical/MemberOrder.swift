/// The members of records by their names: types whose fields are declared in another order have the same values so.
///
/// Sorts the members of a shape once, and keeps the shapes. Not safe for use from several threads at once.
package final class MemberOrder {
  /// The shapes are kept, as another one may come to lie where one was.
  private var known: [ObjectIdentifier: (shape: Shape, containers: [[Shape.Member]])] = [:]

  package init() {}

  /// The members of a container by the bytes of their names.
  func members(of container: Int, in shape: Shape) -> [Shape.Member] {
    if let known = known[ObjectIdentifier(shape)] { return known.containers[container] }
    let sorted = shape.containers.map { members in
      members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
    known[ObjectIdentifier(shape)] = (shape, sorted)
    return sorted[container]
  }

  /// Forgets all shapes.
  func removeAll() { known.removeAll() }
}
