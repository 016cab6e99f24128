import Foundation
import PlayheadCoding

extension DecodingError {
  /// What does not fit, and where. Contains no value, no dictionary key and no text of an app's error.
  package var sentence: String { sentence(elements: .byPosition) }

  /// The same, with a choice of names for elements. `type` is the type that refuses the value, if known.
  package func sentence(
    elements: CodingPathText.Elements, refusedBy type: String? = nil
  ) -> String {
    let (what, context) = fact(refusedBy: type ?? "the type")
    let place = CodingPathText.text(of: context.codingPath, elements: elements)
    return place.isEmpty ? what : "at \(place): \(what)"
  }

  private func fact(refusedBy refusing: String) -> (what: String, context: Context) {
    switch self {
    case .keyNotFound(let key, let context): ("'\(key.stringValue)' is missing", context)
    case .valueNotFound(let type, let context): ("a \(type) is missing", context)
    case .typeMismatch(_ as [String: Any].Type, let context) where context.ownText == nil:
      (
        "the value is no object with fields, such as {\"name\":3}; the case of an enum is written "
          + "{\"name\":{}}, or {\"name\":{\"_0\":3}} with a value",
        context
      )
    case .typeMismatch(_ as Date.Type, let context) where context.ownText == nil:
      ("it is not a date, such as \"2026-01-31T08:30:00Z\"", context)
    case .typeMismatch(let type, let context):
      (context.ownText ?? "it is not a value of \(type)", context)
    case .dataCorrupted(let context):
      (context.ownText ?? "\(refusing) does not accept the value", context)
    @unknown default: ("it cannot be decoded", Context(codingPath: [], debugDescription: ""))
    }
  }
}

extension DecodingError.Context {
  /// A context with a text that contains no value.
  static func own(_ path: [any CodingKey], _ words: String) -> Self {
    Self(codingPath: path, debugDescription: words, underlyingError: OwnWords())
  }

  /// The text, if it comes from this module.
  fileprivate var ownText: String? { underlyingError is OwnWords ? debugDescription : nil }
}

/// A place in a value, as errors and verdicts show it: `lines[3].price`.
package enum CodingPathText {
  package enum Elements {
    /// By position, for the place of one value: `lines[3].price`.
    case byPosition
    /// All alike, for a place that many values have: `lines[…].price`.
    case alike
  }

  /// The place of a coding path; empty for the value itself.
  ///
  /// Keys of dictionaries are data and are not shown: `prices[…]`. The same goes for keys that a type made
  /// up, unless they are cases of an enumeration, like the compiler's own keys.
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
