package import Foundation

/// The types with values of one field: scalars, which generic code would write through their own
/// `encode(to:)`, and Foundation's values, which would write several fields.
@usableFromInline
package enum Primitive {
  case int, string, double, bool, float
  case int64, int32, int16, int8, int128
  case uint, uint64, uint32, uint16, uint8, uint128
  case date, uuid, data, byteArray, decimal
  /// A `Float16`, which encodes itself as a `Float` and decodes only those that fit it. Only where it is redacted.
  case half

  @inlinable @inline(__always)
  package init?<T>(_ type: T.Type) {
    if type == Int.self {
      self = .int
    } else if type == String.self {
      self = .string
    } else if type == Double.self {
      self = .double
    } else if type == Bool.self {
      self = .bool
    } else if let primitive = Self.rare(type) {
      self = primitive
    } else {
      return nil
    }
  }

  @inlinable
  static func rare<T>(_ type: T.Type) -> Primitive? {
    switch MemoryLayout<T>.size {
    // Most types are larger, and need no comparison with these.
    case 1, 2, 4, 8, 16: number(type) ?? rarest(type)
    default: rarest(type)
    }
  }

  @inlinable
  @inline(__always)
  static func number<T>(_ type: T.Type) -> Primitive? {
    if type == Float.self { return .float }
    if type == Int64.self { return .int64 }
    if type == Int32.self { return .int32 }
    if type == Int16.self { return .int16 }
    if type == Int8.self { return .int8 }
    if type == Int128.self { return .int128 }
    if type == UInt.self { return .uint }
    if type == UInt64.self { return .uint64 }
    if type == UInt32.self { return .uint32 }
    if type == UInt16.self { return .uint16 }
    if type == UInt8.self { return .uint8 }
    if type == UInt128.self { return .uint128 }
    return nil
  }

  @usableFromInline
  static func rarest<T>(_ type: T.Type) -> Primitive? {
    if type == Date.self { return .date }
    if type == UUID.self { return .uuid }
    if type == Data.self { return .data }
    if type == [UInt8].self { return .byteArray }
    if type == Decimal.self { return .decimal }
    return nil
  }

  /// The kind of its field.
  @inlinable
  package var kind: Kind {
    switch self {
    case .int, .int64, .int32, .int16, .int8: .int
    case .uint, .uint64, .uint32, .uint16, .uint8: .uint
    case .int128: .int128
    case .uint128: .uint128
    case .string: .string
    case .double: .double
    case .bool: .bool
    case .float, .half: .float
    case .date: .date
    case .uuid: .uuid
    case .data, .byteArray: .bytes
    case .decimal: .decimal
    }
  }

  /// The bits of a number's type; meaningless for others.
  var bits: Int {
    switch self {
    case .int8, .uint8: 8
    case .int16, .uint16, .half: 16
    case .int32, .uint32, .float: 32
    case .int128, .uint128: 128
    default: 64
    }
  }

  /// The kind of a type's only field; `nil` for types that are not primitive.
  static func kind(of type: any Any.Type) -> Kind? {
    func kind<T>(_ type: T.Type) -> Kind? { Primitive(type)?.kind }
    return _openExistential(type, do: kind)
  }

  /// Whether a type is `Float16`.
  static func isHalf(_ type: any Any.Type) -> Bool {
    #if os(macOS) && arch(x86_64)
      false
    #else
      type == Float16.self
    #endif
  }

  /// Writes a value of the type of this primitive.
  @inline(__always)
  func write<T>(_ value: T, to bytes: ByteBuffer) {
    switch self {
    case .int: bytes.append(zigzag: Int64(same(value, Int.self)))
    case .string: bytes.append(string: same(value, String.self))
    case .double: bytes.append(littleEndian: same(value, Double.self).bitPattern)
    case .bool: bytes.append(same(value, Bool.self) ? 1 : 0)
    default: writeRare(value, to: bytes)
    }
  }

  private func writeRare<T>(_ value: T, to bytes: ByteBuffer) {
    switch self {
    case .int64: bytes.append(zigzag: same(value, Int64.self))
    case .int32: bytes.append(zigzag: Int64(same(value, Int32.self)))
    case .int16: bytes.append(zigzag: Int64(same(value, Int16.self)))
    case .int8: bytes.append(zigzag: Int64(same(value, Int8.self)))
    case .int128: bytes.append(littleEndian: same(value, Int128.self))
    case .uint: bytes.append(varint: UInt64(same(value, UInt.self)))
    case .uint64: bytes.append(varint: same(value, UInt64.self))
    case .uint32: bytes.append(varint: UInt64(same(value, UInt32.self)))
    case .uint16: bytes.append(varint: UInt64(same(value, UInt16.self)))
    case .uint8: bytes.append(varint: UInt64(same(value, UInt8.self)))
    case .uint128: bytes.append(littleEndian: same(value, UInt128.self))
    case .float, .half: bytes.append(littleEndian: same(value, Float.self).bitPattern)
    case .date:
      let seconds = same(value, Date.self).timeIntervalSinceReferenceDate
      bytes.append(littleEndian: seconds.bitPattern)
    case .uuid: withUnsafeBytes(of: same(value, UUID.self).uuid) { bytes.append($0) }
    case .data: same(value, Data.self).withUnsafeBytes { bytes.append(sized: $0) }
    case .byteArray: same(value, [UInt8].self).withUnsafeBytes { bytes.append(sized: $0) }
    case .decimal: bytes.append(string: DecimalText.text(of: same(value, Decimal.self)))
    case .int, .string, .double, .bool: break
    }
  }

  /// `value` as the type that it has: generic code knows here that `T` is `U`. A cast with `as` would look up
  /// both types at run time, for every primitive.
  @inlinable @inline(__always)
  package func same<T, U>(_ value: T, _ type: U.Type) -> U {
    precondition(T.self == U.self, "a primitive of another type")
    return unsafeBitCast(value, to: U.self)
  }
}

/// A decimal number as text, one text per number: `10` and `1e1` both give `1e1`.
package enum DecimalText {
  package static func text(of decimal: Decimal) -> String {
    if decimal.isNaN { return "nan" }
    var digits = decimal.significand.description
    var exponent = decimal.exponent
    while digits.count > 1, digits.hasSuffix("0") {
      digits.removeLast()
      exponent += 1
    }
    if digits == "0" { return "0" }
    let sign = decimal.sign == .minus ? "-" : ""
    return exponent == 0 ? sign + digits : "\(sign)\(digits)e\(exponent)"
  }
}
