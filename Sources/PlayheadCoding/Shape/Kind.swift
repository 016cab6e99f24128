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
  /// One value with its own shape: for a type within itself, and for `superEncoder`.
  case nested = 18

  /// Whether the field is a sequence of rows, which follows the row's other fields.
  @inlinable @inline(__always)
  package var isSequence: Bool { rawValue >= Kind.list.rawValue }
}
