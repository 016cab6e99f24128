package import PlayheadLog
package import PlayheadValues

/// JSON on one line. Members keep their order.
///
///     let result: JSON = ["actions": 1_234, "clean": true, "last": step]
package enum JSON: Sendable {
  /// A value that is not an object, as JSON on one line.
  case text(String)
  /// Keys and values, in this order.
  case object([(key: String, value: JSON)])

  package static let null = JSON.text("null")

  /// The value as text on one line.
  package var text: String {
    switch self {
    case .text(let text): text
    case .object(let members):
      "{" + members.map { "\($0.key.asJSON.text):\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  /// Joins the members of two objects.
  static func + (one: JSON, other: JSON) -> JSON {
    guard case .object(let members) = one, case .object(let more) = other else {
      preconditionFailure("only objects can be joined")
    }
    return .object(members + more)
  }

  /// The object with another member, or the object itself if `value` is `nil`.
  func adding(_ key: String, ifAny value: (some JSONConvertible)?) -> JSON {
    value.map { self + [key: $0] } ?? self
  }
}

extension JSON: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, any JSONConvertible)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1.asJSON) })
  }
}

package protocol JSONConvertible {
  var asJSON: JSON { get }
}

extension JSON: JSONConvertible {
  package var asJSON: JSON { self }
}

extension String: JSONConvertible {
  package var asJSON: JSON { .text(Value.string(self).json) }
}

extension Bool: JSONConvertible {
  package var asJSON: JSON { .text("\(self)") }
}

extension JSONConvertible where Self: BinaryInteger {
  package var asJSON: JSON { .text("\(self)") }
}

extension Int: JSONConvertible {}
extension Int64: JSONConvertible {}
extension UInt64: JSONConvertible {}

extension Double: JSONConvertible {
  /// The number; `null` if it is not finite, because JSON has no such numbers.
  package var asJSON: JSON { isFinite ? .text("\(self)") : .null }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  package var asJSON: JSON { map(\.asJSON) ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  package var asJSON: JSON { .text("[\(map(\.asJSON.text).joined(separator: ","))]") }
}

// MARK: - What logs consist of

extension Step: JSONConvertible {
  package var asJSON: JSON { number.asJSON }
}

extension ClosedRange: JSONConvertible where Bound == Step {
  /// A range of steps.
  package var asJSON: JSON { ["first": lowerBound, "last": upperBound] }
}

extension StatePath: JSONConvertible {
  package var asJSON: JSON { description.asJSON }
}

extension Value: JSONConvertible {
  package var asJSON: JSON { .text(json) }
}
