/// Reading of scalars from a field of whatever kind holds them.
enum Scalar {
  @inline(__always)
  static func bool(_ kind: Kind, _ reader: inout ByteReader) throws(ByteFault) -> Bool? {
    guard kind == .bool else { return nil }
    return try reader.byte() != 0
  }

  @inline(__always)
  static func string(_ kind: Kind, _ reader: inout ByteReader) throws(ByteFault) -> String? {
    guard kind == .string else { return nil }
    return try reader.string()
  }

  /// Any integer that fits, whichever of the four kinds it was written as.
  @inline(__always)
  static func integer<T: FixedWidthInteger>(
    _ type: T.Type, _ kind: Kind, _ reader: inout ByteReader
  ) throws(ByteFault) -> T? {
    switch kind {
    case .int: return T(exactly: try reader.zigzag())
    case .uint: return T(exactly: try reader.varint())
    case .int128: return T(exactly: try reader.littleEndian(Int128.self))
    case .uint128: return T(exactly: try reader.littleEndian(UInt128.self))
    default: return nil
    }
  }

  @inline(__always)
  static func float(_ kind: Kind, _ reader: inout ByteReader) throws(ByteFault) -> Float? {
    guard kind == .float else { return nil }
    return Float(bitPattern: try reader.littleEndian())
  }

  /// A double, or a float, which every double can hold.
  @inline(__always)
  static func double(_ kind: Kind, _ reader: inout ByteReader) throws(ByteFault) -> Double? {
    switch kind {
    case .double: return Double(bitPattern: try reader.littleEndian())
    case .float: return Double(Float(bitPattern: try reader.littleEndian()))
    default: return nil
    }
  }
}

/// A container that gives one scalar after the other, or just one, without keys.
///
/// Nothing here mutates, because a single-value container must not; a list moves on in its cursor.
protocol ScalarDecoding {
  /// Reads one scalar with `read`, which answers nil if the kind is not its own.
  func scalar<T>(
    _ type: T.Type, _ read: (Kind, inout ByteReader) throws(ByteFault) -> T?
  ) throws -> T
}

extension ScalarDecoding {
  @inline(__always) func decode(_ type: Bool.Type) throws -> Bool { try scalar(type, Scalar.bool) }
  @inline(__always) func decode(_ type: String.Type) throws -> String {
    try scalar(type, Scalar.string)
  }
  @inline(__always) func decode(_ type: Float.Type) throws -> Float {
    try scalar(type, Scalar.float)
  }
  @inline(__always) func decode(_ type: Double.Type) throws -> Double {
    try scalar(type, Scalar.double)
  }
  @inline(__always) func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  @inline(__always) func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  @inline(__always) func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  @inline(__always) func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  @inline(__always) func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  @inline(__always) func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  @inline(__always) func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  @inline(__always) func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  @inline(__always) func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  @inline(__always) func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    try scalar(type) { kind, reader throws(ByteFault) in
      try Scalar.integer(type, kind, &reader)
    }
  }
}

/// The one value of a single-value container.
struct PlaceDecodingContainer: SingleValueDecodingContainer, ScalarDecoding {
  let decoder: RowDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool {
    if decoder.wraps || decoder.kind != .nested { return decoder.kind == .null }
    return (try? decoder.innermost().kind) == .null
  }

  @inline(__always)
  func scalar<T>(
    _ type: T.Type, _ read: (Kind, inout ByteReader) throws(ByteFault) -> T?
  ) throws -> T {
    try decoder.scalar(type, read)
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try decoder.wraps ? decoder.unwrapped().decode(type) : decoder.decode(type)
  }

  // The standard protocol has defaults for these two, so shared ones would be ambiguous.
  @inline(__always) func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  @inline(__always) func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
}
