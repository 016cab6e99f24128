package import PlayheadCoding

/// The name of the case of an enum, if `action` is one and its encoded form names the case, as Swift's own
/// encoding does: `{"add": {"title": "Milk"}}`. Nil for an enum with raw values or an encoding of its own.
package func caseName(of action: Any, as shape: Shape) -> String? {
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum, let key = shape.onlyKey else { return nil }
  return key == mirror.children.first?.label ?? "\(action)" ? key : nil
}
