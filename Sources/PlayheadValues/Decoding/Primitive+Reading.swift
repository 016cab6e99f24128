import Foundation
import PlayheadCoding

extension Primitive {
  /// Reads a value of this primitive's type; `nil` if a field of `kind` has none.
  @inline(__always)
  func read<T>(
    _ type: T.Type, _ kind: Kind, _ reader: inout ByteReader
  ) throws(ByteFault) -> T? {
    switch self {
    case .int: same(try integer(Int.self, kind, &reader), T?.self)
    case .string: same(kind == .string ? try reader.string() : nil, T?.self)
    case .double: same(try double(kind, &reader), T?.self)
    case .bool: same(kind == .bool ? try reader.byte() != 0 : nil, T?.self)
    default: try readRare(type, kind, &reader)
    }
  }

  private func readRare<T>(
    _ type: T.Type, _ kind: Kind, _ reader: inout ByteReader
  ) throws(ByteFault) -> T? {
    switch self {
    case .int64: return same(try integer(Int64.self, kind, &reader), T?.self)
    case .int32: return same(try integer(Int32.self, kind, &reader), T?.self)
    case .int16: return same(try integer(Int16.self, kind, &reader), T?.self)
    case .int8: return same(try integer(Int8.self, kind, &reader), T?.self)
    case .int128: return same(try integer(Int128.self, kind, &reader), T?.self)
    case .uint: return same(try integer(UInt.self, kind, &reader), T?.self)
    case .uint64: return same(try integer(UInt64.self, kind, &reader), T?.self)
    case .uint32: return same(try integer(UInt32.self, kind, &reader), T?.self)
    case .uint16: return same(try integer(UInt16.self, kind, &reader), T?.self)
    case .uint8: return same(try integer(UInt8.self, kind, &reader), T?.self)
    case .uint128: return same(try integer(UInt128.self, kind, &reader), T?.self)
    case .float: return same(try float(kind, &reader), T?.self)
    case .decimal: return same(try decimal(kind, &reader), T?.self)
    default: break
    }
    guard kind == self.kind else { return nil }
    switch self {
    case .date: return same(Date?.some(try Self.date(&reader)), T?.self)
    case .uuid: return same(UUID?.some(Self.uuid(try reader.take(16))), T?.self)
    case .data: return same(Data?.some(Data(try reader.sized())), T?.self)
    case .byteArray: return same([UInt8]?.some([UInt8](try reader.sized())), T?.self)
    default: return nil
    }
  }

  // MARK: Numbers

  // Each type takes a number of every kind that it can hold exactly.

  @inline(__always)
  private func integer<T: FixedWidthInteger>(
    _ type: T.Type, _ kind: Kind, _ reader: inout ByteReader
  ) throws(ByteFault) -> T? {
    switch kind {
    case .int: return T(exactly: try reader.zigzag())
    case .uint: return T(exactly: try reader.varint())
    case .int128: return T(exactly: try reader.littleEndian(Int128.self))
    case .uint128: return T(exactly: try reader.littleEndian(UInt128.self))
    default: return try rareInteger(type, kind, &reader)
    }
  }

  private func rareInteger<T: FixedWidthInteger>(
    _ type: T.Type, _ kind: Kind, _ reader: inout ByteReader
  ) throws(ByteFault) -> T? {
    switch kind {
    case .double, .float: try double(kind, &reader).flatMap { T(exactly: $0) }
    // A decimal's description has no exponent.
    case .decimal: T("\(try Self.decimal(&reader))")
    default: nil
    }
  }

  @inline(__always)
  private func double(_ kind: Kind, _ reader: inout ByteReader) throws(ByteFault) -> Double? {
    kind == .double
      ? Double(bitPattern: try reader.littleEndian()) : try rareDouble(kind, &reader)
  }

  private func rareDouble(_ kind: Kind, _ reader: inout ByteReader) throws(ByteFault) -> Double? {
    switch kind {
    case .float: Double(Float(bitPattern: try reader.littleEndian()))
    case .int: Double(exactly: try reader.zigzag())
    case .uint: Double(exactly: try reader.varint())
    case .int128: Double(exactly: try reader.littleEndian(Int128.self))
    case .uint128: Double(exactly: try reader.littleEndian(UInt128.self))
    case .decimal: try Self.decimal(&reader).double
    default: nil
    }
  }

  private func float(_ kind: Kind, _ reader: inout ByteReader) throws(ByteFault) -> Float? {
    guard kind != .float else { return Float(bitPattern: try reader.littleEndian()) }
    return try double(kind, &reader).flatMap { $0.isNaN ? Float.nan : Float(exactly: $0) }
  }

  private func decimal(_ kind: Kind, _ reader: inout ByteReader) throws(ByteFault) -> Decimal? {
    switch kind {
    case .decimal: try Self.decimal(&reader)
    case .int: Decimal(try reader.zigzag())
    case .uint: Decimal(try reader.varint())
    case .int128: Decimal(string: try reader.littleEndian(Int128.self).description)
    case .uint128: Decimal(string: try reader.littleEndian(UInt128.self).description)
    case .double: Decimal(sameAs: Double(bitPattern: try reader.littleEndian()))
    case .float: Decimal(sameAs: Float(bitPattern: try reader.littleEndian()))
    default: nil
    }
  }

  private static func date(_ reader: inout ByteReader) throws(ByteFault) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(bitPattern: try reader.littleEndian()))
  }

  static func uuid(_ bytes: UnsafeRawBufferPointer) -> UUID {
    UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }

  private static func decimal(_ reader: inout ByteReader) throws(ByteFault) -> Decimal {
    let start = reader.position
    guard let decimal = DecimalText.decimal(from: try reader.string()) else {
      throw ByteFault.malformed("a decimal number", at: start)
    }
    return decimal
  }
}

extension Decimal {
  /// The decimal with the shortest text of a number, so that 0.1 is a tenth; nil if that is another number.
  fileprivate init?<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    sameAs number: Number
  ) {
    guard number.isFinite, let decimal = Decimal(string: number.description),
      Number("\(decimal)") == number
    else { return nil }
    self = decimal
  }

  /// The number whose shortest text is this decimal; nil if there is none.
  fileprivate var double: Double? {
    guard !isNaN else { return .nan }
    return Double("\(self)").flatMap { Decimal(sameAs: $0) == self ? $0 : nil }
  }
}

extension DecimalText {
  /// The number of a text from ``text(of:)``.
  static func decimal(from text: String) -> Decimal? {
    if text == "nan" { return .nan }
    let parts = text.split(separator: "e", omittingEmptySubsequences: false)
    let exponent = parts.count == 2 ? Int(parts[1]) : parts.count == 1 ? 0 : nil
    let isNegative = text.hasPrefix("-")
    let digits = parts[0].drop { $0 == "-" }
    // A decimal has at most 39 digits, and a signed byte as its exponent, which includes trailing zeros.
    guard let exponent, (-128...(127 + 38)).contains(exponent) else { return nil }
    let zeros = max(exponent - 127, 0)
    guard (1...39).contains(digits.utf8.count + zeros),
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let significand = Decimal(string: digits + String(repeating: "0", count: zeros))
    else { return nil }
    return Decimal(
      sign: isNegative ? .minus : .plus, exponent: exponent - zeros, significand: significand)
  }
}

extension Primitive {
  /// A value of this primitive's type, as it is read back.
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
    case .float, .half: .float(same(value, Float.self))
    case .date: .date(same(value, Date.self))
    case .uuid: .uuid(same(value, UUID.self))
    case .data: .bytes(Array(same(value, Data.self)))
    case .byteArray: .bytes(same(value, [UInt8].self))
    case .decimal: .decimal(DecimalText.text(of: same(value, Decimal.self)))
    case .int, .string, .double, .bool: .null
    }
  }
}
