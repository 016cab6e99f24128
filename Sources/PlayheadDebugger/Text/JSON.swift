/// A result as JSON: keys stay in the order in which they are written.
///
///     let result: JSON = ["actions": 1_234, "clean": true, "gaps": []]
package indirect enum JSON: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A whole number, large ones included.
  case uint(UInt64)
  /// A number; `null` if it is not finite, because JSON has no word for that.
  case double(Double)
  /// A text.
  case string(String)
  /// An ordered collection.
  case array([JSON])
  /// Keys and values, in this order.
  case object([(key: String, value: JSON)])
  /// JSON that is already text, such as a rendered value of a log. It must be valid and on one line.
  case raw(String)
}

extension JSON {
  /// A text, or `null`.
  package static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  /// A whole number.
  package static func number(_ number: Int) -> JSON { .int(Int64(number)) }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByNilLiteral
{
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }

  package init(arrayLiteral elements: JSON...) { self = .array(elements) }

  package init(stringLiteral text: String) { self = .string(text) }

  package init(integerLiteral number: Int64) { self = .int(number) }

  package init(booleanLiteral truth: Bool) { self = .bool(truth) }

  package init(floatLiteral number: Double) { self = .double(number) }

  package init(nilLiteral: ()) { self = .null }
}
