/// A place in a value, as errors and verdicts name it: `lines[3].price`.
package enum CodingPlace {
  /// How the elements of lists are named.
  package enum Elements {
    /// By their positions: one value's place, `lines[3].price`.
    case byPosition
    /// All alike: a place that many values have, `lines[…].price`.
    case alike
  }

  /// The place that the keys of a coding path lead to; empty for the value itself.
  ///
  /// Keys of dictionaries are data, as values are, and are not shown: `prices[…]`. Nor are keys that a
  /// type made up by itself, unless they are cases of an enumeration, as the compiler's own are.
  package static func text(of path: [any CodingKey], elements: Elements) -> String {
    path.reduce(into: "") { text, key in
      if let position = key.intValue, elements == .byPosition {
        text += "[\(position)]"
      } else if isName(key) {
        text += text.isEmpty ? key.stringValue : "." + key.stringValue
      } else {
        text += "[…]"
      }
    }
  }

  private static func isName(_ key: any CodingKey) -> Bool {
    if let key = key as? AnyKey { return !key.isData && key.intValue == nil }
    return Mirror(reflecting: key).displayStyle == .enum
  }
}
