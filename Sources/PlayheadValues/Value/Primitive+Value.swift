import Foundation
import PlayheadCoding

extension Primitive {
  /// A value of the type that this primitive was made of, as it is read back.
  @inline(__always)
  func value<T>(of value: T) -> Value {
    switch self {
    case .int: .int(Int64(same(value, Int.self)))
    case .string: .string(same(value, String.self))
    case .double: .double(same(value, Double.self))
    case .bool: .bool(same(value, Bool.self))
    default: rareValue(of: value)
    }
  }

  private func rareValue<T>(of value: T) -> Value {
    switch self {
    case .int64: .int(same(value, Int64.self))
    case .int32: .int(Int64(same(value, Int32.self)))
    case .int16: .int(Int64(same(value, Int16.self)))
    case .int8: .int(Int64(same(value, Int8.self)))
    case .int128: .int128(same(value, Int128.self))
    case .uint: .uint(UInt64(same(value, UInt.self)))
    case .uint64: .uint(same(value, UInt64.self))
    case .uint32: .uint(UInt64(same(value, UInt32.self)))
    case .uint16: .uint(UInt64(same(value, UInt16.self)))
    case .uint128: .uint128(same(value, UInt128.self))
    case .uint8: .uint(UInt64(same(value, UInt8.self)))
    case .float: .float(same(value, Float.self))
    case .date: .date(same(value, Date.self))
    case .uuid: .uuid(same(value, UUID.self))
    case .data: .bytes(Array(same(value, Data.self)))
    case .byteArray: .bytes(same(value, [UInt8].self))
    case .decimal: .decimal(DecimalText.text(of: same(value, Decimal.self)))
    case .int, .string, .double, .bool: .null
    }
  }
}
