import Foundation

extension PathParser {
  /// `nil`, `true`, `false`, or a type with its argument.
  mutating func word() throws(PathError) -> Value {
    let start = scanner.offset
    guard let word = scanner.identifier() else { throw scanner.error(.expected("a key")) }
    switch word {
    case "nil": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      guard Self.types.contains(word) else {
        throw scanner.error(.unknownWord(word), at: start)
      }
      try scanner.expect("(")
      let value = try argument(of: word)
      try scanner.expect(")")
      return value
    }
  }

  private static let types = [
    "Int", "UInt", "Int128", "UInt128", "Float", "Double", "Decimal", "Data", "Date", "UUID", "Set",
  ]

  private mutating func argument(of type: String) throws(PathError) -> Value {
    let start = scanner.offset
    let value: Value? =
      switch type {
      case "Decimal": .decimal(try scanner.quotedText())
      case "Data": Data(base64Encoded: try scanner.quotedText()).map { .bytes(Array($0)) }
      case "UUID": UUID(uuidString: try scanner.quotedText()).map { .uuid($0) }
      case "Set": try setArgument()
      default: Self.number(scanner.run { $0 != ")" }, of: type)
      }
    guard let value else { throw scanner.error(.badArgument(type: type), at: start) }
    return value
  }

  private mutating func setArgument() throws(PathError) -> Value? {
    guard case .list(let elements) = try value() else { return nil }
    return .set(elements)
  }

  private static func number(_ text: String, of type: String) -> Value? {
    switch type {
    case "Int": Int64(text).map { .int($0) }
    case "UInt": UInt64(text).map { .uint($0) }
    case "Int128": Int128(text).map { .int128($0) }
    case "UInt128": UInt128(text).map { .uint128($0) }
    case "Float": float(text).map { .float($0) }
    case "Double": double(text).map { .double($0) }
    case "Date": double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    default: nil
    }
  }

  private static func double(_ text: String) -> Double? {
    guard text.hasPrefix("0x") else { return Double(text) }
    return UInt64(text.dropFirst(2), radix: 16).map { Double(bitPattern: $0) }
  }

  private static func float(_ text: String) -> Float? {
    guard text.hasPrefix("0x") else { return Float(text) }
    return UInt32(text.dropFirst(2), radix: 16).map { Float(bitPattern: $0) }
  }
}
