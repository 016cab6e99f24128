package import PlayheadCoding

/// The name of the case of an enum, if `action` is one and its encoded form names the case, as Swift's own
/// encoding does: `{"add": {"title": "Milk"}}`. Nil for an enum with raw values or an encoding of its own.
package func caseName(of action: Any, as shape: Shape) -> String? {
  guard let key = shape.onlyKey, key == enumCaseName(of: action) else { return nil }
  return key
}
