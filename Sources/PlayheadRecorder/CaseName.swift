package import PlayheadCoding

/// The names of the case of an enum and of the cases within it, if `action` is one and its encoded form names them, as
/// Swift's own encoding does: `{"add": {"title": "Milk"}}`. Empty for an enum with raw values or an encoding of its own.
///
/// A case whose only associated value is an action of a part, another enum without a label, has that one's case after
/// its own: `feed.posts.loaded` for `.feed(.posts(.loaded))`. A type whose values contain values of the same type,
/// such as a tree, is named once, so that the number of names is limited.
package func caseNames(of action: Any, as shape: Shape) -> [String] {
  var names: [String] = []
  var seen: Set<ObjectIdentifier> = []
  var (value, place): (Any, Shape.Location) = (action, shape.root)
  while let only = shape.onlyMember(place), only.key == enumCaseName(of: value),
    seen.insert(ObjectIdentifier(type(of: value))).inserted
  {
    names.append(only.key)
    guard let part = shape.onlyMember(only.place), part.key == "_0",
      let inner = Mirror(reflecting: value).children.first?.value
    else { break }
    (value, place) = (inner, part.place)
  }
  return names
}
