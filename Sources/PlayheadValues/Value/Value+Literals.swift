// Literals, so that tests, fixtures and documentation read like the values they stand for. There is
// none for `nil`: `Value?` has that one, and `.null` says what is meant.

extension Value: ExpressibleByBooleanLiteral {
  /// `.bool`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByIntegerLiteral {
  /// `.int`.
  public init(integerLiteral value: Int64) { self = .int(value) }
}

extension Value: ExpressibleByFloatLiteral {
  /// `.double`.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// `.string`.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Value: ExpressibleByArrayLiteral {
  /// `.list`.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
  /// `.record`, with the fields in the literal's order: `["sku": "A-7", "quantity": 2]`.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .record(elements.map { Field($0.0, $0.1) })
  }
}
