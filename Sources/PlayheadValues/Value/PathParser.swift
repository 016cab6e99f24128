import Foundation
import PlayheadCoding

extension StatePath {
  /// Reads a path in the form of `description`.
  ///
  /// Spaces are allowed only inside keys (`grid[(x: 1, y: 2)]`).
  public init(_ text: String) throws(PathError) {
    var parser = PathParser(text)
    self = try parser.path()
  }
}

/// Reads paths, and the values in their brackets.
struct PathParser {
  /// The largest number of nested brackets, so that no text can exhaust the stack. The depth of encoded
  /// values has a limit, too.
  static let depthLimit = 512

  var scanner: TextScanner
  private var depth = 0

  init(_ text: String) {
    scanner = TextScanner(text)
  }

  mutating func path() throws(PathError) -> StatePath {
    var path = StatePath()
    if let name = scanner.identifier() { path.components.append(.field(name)) }
    while let scalar = scanner.next {
      switch scalar {
      case "[": path.components.append(try bracket())
      case "." where !path.components.isEmpty: path.components.append(try dotted())
      default:
        throw scanner.error(path.components.isEmpty ? .expected("a name or '['") : .otherSign)
      }
    }
    return path
  }

  private mutating func dotted() throws(PathError) -> StatePath.Component {
    scanner.skip()
    guard let name = scanner.identifier() else { throw scanner.error(.expected("a name")) }
    return .field(name)
  }

  private mutating func bracket() throws(PathError) -> StatePath.Component {
    scanner.skip()
    let component: StatePath.Component
    if scanner.take(".") {
      component =
        scanner.next == "\"" ? .field(try scanner.quotedText()) : .key(try wrappedValue())
    } else {
      let isNumber = scanner.next?.isDigit ?? false
      let key = try value()
      if isNumber, case .int(let index) = key {
        component = .index(Int(index))
      } else {
        component = .key(key)
      }
    }
    try scanner.expect("]")
    return component
  }

  /// A value in the form of `Value.literal`.
  mutating func value() throws(PathError) -> Value {
    guard depth < Self.depthLimit else { throw scanner.error(.tooDeep) }
    depth += 1
    defer { depth -= 1 }
    switch scanner.next {
    case "\"": return .string(try scanner.quotedText())
    case "[": return try listOrDictionary()
    case "(": return try record()
    case ".":
      scanner.skip()
      return try wrappedValue()
    case "-": return try number()
    case .some(let scalar) where scalar.isDigit: return try number()
    default: return try word()
    }
  }

  /// The rest of `.some(nil)`, after its dot.
  private mutating func wrappedValue() throws(PathError) -> Value {
    let start = scanner.offset
    guard let word = scanner.identifier() else {
      throw scanner.error(.expected("a name or 'some'"))
    }
    guard word == "some" else { throw scanner.error(.unknownWord(word), at: start) }
    try scanner.expect("(")
    let value = try value()
    try scanner.expect(")")
    return .wrapped(value)
  }

  private mutating func number() throws(PathError) -> Value {
    let start = scanner.offset
    let text = scanner.run(while: \.isPartOfNumber)
    if let integer = Int64(text) { return .int(integer) }
    // Swift's shortest texts of doubles have a point or an exponent; larger integers have a type name.
    guard text.contains(where: { $0 == "." || $0 == "e" }), let double = Double(text),
      double.isFinite
    else { throw scanner.error(.badNumber(text), at: start) }
    return .double(double)
  }
}

// MARK: - Containers

extension PathParser {
  private mutating func listOrDictionary() throws(PathError) -> Value {
    try scanner.expect("[")
    if scanner.take(":") {
      try scanner.expect("]")
      return .dictionary([])
    }
    if scanner.take("]") { return .list([]) }
    let first = try value()
    return scanner.next == ":" ? try dictionary(first: first) : .list(try rest(after: first))
  }

  private mutating func rest(after first: Value) throws(PathError) -> [Value] {
    var elements = [first]
    while try anotherFollows(before: "]") { elements.append(try value()) }
    return elements
  }

  private mutating func dictionary(first: Value) throws(PathError) -> Value {
    var entries = [Value.Entry(first, try valueAfterColon())]
    while try anotherFollows(before: "]") {
      let key = try value()
      entries.append(Value.Entry(key, try valueAfterColon()))
    }
    return .dictionary(entries)
  }

  private mutating func record() throws(PathError) -> Value {
    try scanner.expect("(")
    if scanner.take(")") { return .record([]) }
    var fields: [Value.Field] = []
    repeat {
      let name = try label()
      fields.append(Value.Field(name, try valueAfterColon()))
    } while try anotherFollows(before: ")")
    return .record(fields)
  }

  private mutating func label() throws(PathError) -> String {
    if let name = scanner.identifier() { return name }
    return try scanner.quotedText()
  }

  private mutating func valueAfterColon() throws(PathError) -> Value {
    try scanner.expect(":")
    scanner.skipSpaces()
    return try value()
  }

  /// Moves past a comma (true) or the closing bracket (false).
  private mutating func anotherFollows(before close: Unicode.Scalar) throws(PathError) -> Bool {
    if scanner.take(close) { return false }
    guard scanner.take(",") else { throw scanner.error(.expected("',' or '\(close)'")) }
    scanner.skipSpaces()
    return true
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var isPartOfNumber: Bool { isDigit || ["-", "+", ".", "e"].contains(self) }
}

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
      case "Decimal": Self.decimal(try scanner.quotedText())
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

  private static func decimal(_ text: String) -> Value? {
    text == "nan" ? .decimal(text) : DecimalText.exact(text).map { .decimal($0) }
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
