import Foundation

/// Foundation's values that are one field here, where their own `encode(to:)` would spell them out.
enum Leaf {
  @inline(__always)
  static func kind<T>(of type: T.Type) -> Kind? {
    if type == Date.self { return .date }
    if type == UUID.self { return .uuid }
    if type == Data.self { return .bytes }
    if type == [UInt8].self { return .bytes }
    if type == Decimal.self { return .decimal }
    return nil
  }

  /// Writes a value of one of the types above.
  static func write<T>(_ value: T, to bytes: ByteBuffer) {
    switch value {
    case let date as Date:
      bytes.append(littleEndian: date.timeIntervalSinceReferenceDate.bitPattern)
    case let uuid as UUID:
      withUnsafeBytes(of: uuid.uuid) { bytes.append($0) }
    case let data as Data:
      data.withUnsafeBytes { bytes.append(sized: $0) }
    case let array as [UInt8]:
      array.withUnsafeBytes { bytes.append(sized: $0) }
    case let decimal as Decimal:
      bytes.append(string: DecimalText.text(of: decimal))
    default:
      preconditionFailure("\(T.self) has no field of its own")
    }
  }

  /// Reads a value of one of the types above.
  static func read<T>(_ type: T.Type, from reader: inout ByteReader) throws(ByteFault) -> T? {
    let start = reader.position
    let value: Any?
    switch type {
    case is Date.Type:
      value = Date(timeIntervalSinceReferenceDate: Double(bitPattern: try reader.littleEndian()))
    case is UUID.Type:
      value = uuid(try reader.take(16))
    case is Data.Type:
      value = Data(try reader.sized())
    case is [UInt8].Type:
      value = [UInt8](try reader.sized())
    case is Decimal.Type:
      guard let decimal = DecimalText.decimal(from: try reader.string()) else {
        throw ByteFault.malformed("a decimal number", at: start)
      }
      value = decimal
    default:
      value = nil
    }
    return value as? T
  }

  static func uuid(_ bytes: UnsafeRawBufferPointer) -> UUID {
    UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}

/// A decimal number as text, one text per number: `10` and `1e1` are equal and give `1e1`.
enum DecimalText {
  static func text(of decimal: Decimal) -> String {
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

  static func decimal(from text: String) -> Decimal? {
    if text == "nan" { return .nan }
    let parts = text.split(separator: "e", omittingEmptySubsequences: false)
    let exponent = parts.count == 2 ? Int(parts[1]) : parts.count == 1 ? 0 : nil
    let isNegative = text.hasPrefix("-")
    let digits = parts[0].drop { $0 == "-" }
    // A decimal has at most 39 digits; its exponent is a signed byte.
    guard let exponent, (-128...127).contains(exponent), (1...39).contains(digits.count),
      digits.allSatisfy(\.isNumber), let significand = Decimal(string: String(digits))
    else { return nil }
    return Decimal(
      sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
  }
}
