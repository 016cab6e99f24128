public import Foundation

/// Any encoded value, as a tree that you can print, compare and export without the value's type.
///
/// Sets and dictionaries are in canonical order (by the canonical bytes of their elements or keys), so equal
/// Swift values have equal trees. Two values are equal if their canonical bytes are: floating-point numbers
/// compare by bit pattern, strings by their UTF-8.
public enum Value: Sendable {
  /// `nil`.
  case null
  /// A Boolean.
  case bool(Bool)
  /// A signed integer of up to 64 bits.
  case int(Int64)
  /// An unsigned integer of up to 64 bits.
  case uint(UInt64)
  /// A signed integer of 128 bits. Indirect: otherwise every value would take 32 bytes instead of 24.
  indirect case int128(Int128)
  /// An unsigned integer of 128 bits.
  indirect case uint128(UInt128)
  /// A single-precision number.
  case float(Float)
  /// A double-precision number.
  case double(Double)
  /// A decimal number: its digits and exponent as text, without trailing zeros (`-12e-1`).
  case decimal(String)
  /// A text.
  case string(String)
  /// A run of bytes (`Data`).
  case bytes([UInt8])
  /// A point in time.
  case date(Date)
  /// A UUID.
  case uuid(UUID)
  /// An ordered collection.
  case list([Value])
  /// A set, in canonical order.
  case set([Value])
  /// A dictionary, in canonical order of its keys.
  case dictionary([Entry])
  /// A struct, a class, or an enumeration's case: fields in the order of writing.
  case record([Field])
  /// An optional's value that is or looks like `nil`, as in `.some(nil)`. Any other value stands for itself.
  indirect case wrapped(Value)

  /// A named part of a record.
  public struct Field: Sendable {
    /// The coding key.
    public var name: String
    /// The field's value.
    public var value: Value

    /// A field called `name` with the value `value`.
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// A key of a dictionary with its value.
  public struct Entry: Hashable, Sendable {
    /// The key; `.string` for dictionaries keyed by `String`, `Int` or `CodingKeyRepresentable`.
    public var key: Value
    /// The key's value.
    public var value: Value

    /// An entry with the given key and value.
    public init(_ key: Value, _ value: Value) {
      self.key = key
      self.value = value
    }
  }
}

// Literals, so that tests and documentation read like the values. None for `nil`, which `Value?` already has.

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
