package import Foundation

/// The types whose values are one field here: scalars, which generic code would otherwise write
/// through their own `encode(to:)`, and Foundation's values, which would spell themselves out.
package enum Leaf {
  case int, string, double, bool, float
  case int64, uint64, int32, uint32, uint8
  case date, uuid, data, byteArray, decimal

  @inline(__always)
  package init?<T>(_ type: T.Type) {
    if type == Int.self {
      self = .int
    } else if type == String.self {
      self = .string
    } else if type == Double.self {
      self = .double
    } else if type == Bool.self {
      self = .bool
    } else if let leaf = Self.rare(type) {
      self = leaf
    } else {
      return nil
    }
  }

  private static func rare<T>(_ type: T.Type) -> Leaf? {
    if type == Float.self { return .float }
    if type == Int64.self { return .int64 }
    if type == UInt64.self { return .uint64 }
    if type == Int32.self { return .int32 }
    if type == UInt32.self { return .uint32 }
    if type == UInt8.self { return .uint8 }
    if type == Date.self { return .date }
    if type == UUID.self { return .uuid }
    if type == Data.self { return .data }
    if type == [UInt8].self { return .byteArray }
    if type == Decimal.self { return .decimal }
    return nil
  }

  /// The kind of the field that holds it.
  var kind: Kind {
    switch self {
    case .int, .int64, .int32: .int
    case .uint64, .uint32, .uint8: .uint
    case .string: .string
    case .double: .double
    case .bool: .bool
    case .float: .float
    case .date: .date
    case .uuid: .uuid
    case .data, .byteArray: .bytes
    case .decimal: .decimal
    }
  }

  /// How many bits an integer of the type has; of no meaning for others.
  var bits: Int {
    switch self {
    case .uint8: 8
    case .int32, .uint32: 32
    default: 64
    }
  }

  /// Writes a value of the type that this leaf was made of.
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
    case .uint64: bytes.append(varint: same(value, UInt64.self))
    case .uint32: bytes.append(varint: UInt64(same(value, UInt32.self)))
    case .uint8: bytes.append(varint: UInt64(same(value, UInt8.self)))
    case .float: bytes.append(littleEndian: same(value, Float.self).bitPattern)
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

  /// Reads a value of the type that this leaf was made of; nil if a field of `kind` holds none.
  @inline(__always)
  func read<T>(
    _ type: T.Type, _ kind: Kind, _ reader: inout ByteReader
  ) throws(ByteFault) -> T? {
    switch self {
    case .int: sameIfAny(try Scalar.integer(Int.self, kind, &reader))
    case .string: sameIfAny(try Scalar.string(kind, &reader))
    case .double: sameIfAny(try Scalar.double(kind, &reader))
    case .bool: sameIfAny(try Scalar.bool(kind, &reader))
    default: try readRare(type, kind, &reader)
    }
  }

  private func readRare<T>(
    _ type: T.Type, _ kind: Kind, _ reader: inout ByteReader
  ) throws(ByteFault) -> T? {
    switch self {
    case .int64: return sameIfAny(try Scalar.integer(Int64.self, kind, &reader))
    case .int32: return sameIfAny(try Scalar.integer(Int32.self, kind, &reader))
    case .uint64: return sameIfAny(try Scalar.integer(UInt64.self, kind, &reader))
    case .uint32: return sameIfAny(try Scalar.integer(UInt32.self, kind, &reader))
    case .uint8: return sameIfAny(try Scalar.integer(UInt8.self, kind, &reader))
    case .float: return sameIfAny(try Scalar.float(kind, &reader))
    default: break
    }
    guard kind == self.kind else { return nil }
    switch self {
    case .date: return sameIfAny(try Self.date(&reader))
    case .uuid: return sameIfAny(Self.uuid(try reader.take(16)))
    case .data: return sameIfAny(Data(try reader.sized()))
    case .byteArray: return sameIfAny([UInt8](try reader.sized()))
    case .decimal: return sameIfAny(try Self.decimal(&reader))
    default: return nil
    }
  }

  private static func date(_ reader: inout ByteReader) throws(ByteFault) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(bitPattern: try reader.littleEndian()))
  }

  package static func uuid(_ bytes: UnsafeRawBufferPointer) -> UUID {
    UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }

  private static func decimal(_ reader: inout ByteReader) throws(ByteFault) -> Decimal {
    let start = reader.position
    guard let decimal = DecimalText.decimal(from: try reader.string()) else {
      throw ByteFault.malformed("a decimal number", at: start)
    }
    return decimal
  }

  /// `value` as what it is: generic code knows by now that `T` is `U`. A cast with `as` would look
  /// both types up at run time, for every leaf.
  @inline(__always)
  package func same<T, U>(_ value: T, _ type: U.Type) -> U {
    precondition(T.self == U.self, "a leaf of another type")
    return unsafeBitCast(value, to: U.self)
  }

  @inline(__always)
  private func sameIfAny<T, U>(_ value: T?) -> U? {
    guard let value else { return nil }
    return same(value, U.self)
  }
}
