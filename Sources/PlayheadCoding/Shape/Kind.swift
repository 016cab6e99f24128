/// The kind of a row's field, and so the layout of its bytes. The raw values are part of the log format.
@usableFromInline
package enum Kind: UInt8, Sendable, CaseIterable {
  /// A container of named members, without bytes of its own.
  case record = 0
  /// `nil`; one byte, 0, so that a count of values cannot exceed their bytes.
  case null = 1
  /// One byte, 0 or 1.
  case bool = 2
  /// A zigzag varint.
  case int = 3
  /// A varint.
  case uint = 4
  /// Sixteen bytes, little-endian.
  case int128 = 5
  /// Sixteen bytes, little-endian.
  case uint128 = 6
  /// The four bytes of the bit pattern, little-endian.
  case float = 7
  /// The eight bytes of the bit pattern, little-endian.
  case double = 8
  /// A sized text: `-12e-1`.
  case decimal = 9
  /// A sized UTF-8 text.
  case string = 10
  /// A sized run of bytes.
  case bytes = 11
  /// Seconds since 2001-01-01 00:00:00 UTC, as `double`.
  case date = 12
  /// Sixteen bytes.
  case uuid = 13
  /// A sequence of elements in order.
  case list = 14
  /// A sequence of elements without order.
  case set = 15
  /// A sequence of elements, each with a text as its key, without order.
  case map = 16
  /// A sequence of alternating keys and values, without order.
  case pairs = 17
  /// A sequence of one value with its own shape, or of none if it is missing: for a type within itself, for a
  /// type whose values are written in different ways, for optional members, and for `superEncoder`.
  case nested = 18
  /// A sequence of elements, each with a text as its key: members of the record around it whose names are data.
  case members = 19
  /// A `Presence` byte: whether the next field, which has the same key, has a value.
  case presence = 20
  /// A sequence of one value, that of an optional: `.some(nil)` if it is `nil` or another such value.
  case wrapped = 21

  /// Whether the field is a sequence of rows, which follows the row's other fields.
  @inlinable @inline(__always)
  package var isSequence: Bool {
    rawValue >= Kind.list.rawValue && rawValue != Kind.presence.rawValue
  }

  /// Whether each element of the sequence has a text as its key.
  package var hasKeys: Bool { self == .map || self == .members }
}

extension Kind {
  /// The number of bytes of a number that is zero, or of an empty text.
  var zeroLength: Int {
    switch self {
    case .null, .bool, .int, .uint, .decimal, .string, .bytes, .presence: 1
    case .float: 4
    case .double, .date: 8
    case .int128, .uint128, .uuid: 16
    case .record, .list, .set, .map, .pairs, .nested, .members, .wrapped: 0
    }
  }
}

/// Whether an optional member has a value. Without one, its field has zeros, so that every value of a type has
/// the same shape. The raw values are part of the log format.
package enum Presence: UInt8 {
  /// The member was not written.
  case missing = 0
  case value = 1
  /// The member was written as `nil`.
  case null = 2
}
