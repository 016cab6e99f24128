import Foundation
import PlayheadCoding

// MARK: Numbers

extension ValueParser {
  mutating func number() -> Value? {
    let text = run { $0.isDigit || $0.isLetter || [0x2B, 0x2D, 0x2E].contains($0) }
    if notation == .swift, text == "-inf" { return .double(-.infinity) }
    return Self.number(text, notation)
  }

  /// The value of a number as JSON writes it: an integer, a `Double` if the text is one's, or a decimal.
  static func number(_ text: String, _ notation: Notation) -> Value? {
    guard text.isJSONNumber, let double = Double(text) else { return nil }
    if double == 0, text.hasPrefix("-") { return .double(-0.0) }
    guard text.contains(where: { ".eE".contains($0) }) else {
      if let number = Int64(text) { return .int(number) }
      if let number = UInt64(text) { return .uint(number) }
      if let number = Int128(text) { return .int128(number) }
      if let number = UInt128(text) { return .uint128(number) }
      return DecimalText.exact(text).map { .decimal($0) } ?? finite(double)
    }
    let isShortest = DecimalText.canonical(text) == DecimalText.canonical(double.description)
    if !isShortest, let exact = DecimalText.exact(text) { return .decimal(exact) }
    if notation == .json, let whole = Int64(exactly: double) { return .int(whole) }
    return finite(double)
  }

  private static func finite(_ number: Double) -> Value? { number.isFinite ? .double(number) : nil }
}

extension String {
  /// RFC 8259, section 6: `-12e-1`, `0.5`; not `NaN`, `+1`, `01` or `.5`.
  var isJSONNumber: Bool {
    var rest = utf8[...]
    func digits(_ rest: inout Substring.UTF8View) -> Int {
      let count = rest.prefix { $0.isDigit }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits(&rest)
    guard whole > 0, !startsWithZero || whole == 1 else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits(&rest) > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      }
      guard digits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }
}

// MARK: - Words of Swift

extension ValueParser {
  /// A date or a UUID, which are printed without quotation marks, if one comes next.
  mutating func datedOrNamed() -> Value? {
    let start = place
    var text = run { $0.isDigit || $0.isLetter || [0x2B, 0x2D, 0x2E, 0x3A].contains($0) }
    // The colon after a dictionary's key.
    if text.hasSuffix(":") {
      text.removeLast()
      move(to: place - 1)
    }
    if text.utf8.count == 36, let uuid = UUID(uuidString: text) { return .uuid(uuid) }
    if text.contains("T"), let date = ISO8601.date(of: text) { return .date(date) }
    move(to: start)
    return nil
  }

  /// A name without quotation marks, if one comes next, after spaces.
  mutating func identifier() -> String? {
    guard next != nil else { return nil }
    let start = place
    let letters = run { $0 >= 0x80 || $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    let name = String(letters.unicodeScalars.prefix(while: \.continuesIdentifier))
    move(to: start + (name.isIdentifier ? name.utf8.count : 0))
    return name.isIdentifier ? name : nil
  }

  /// `nil`, `true`, `nan`, `Data(00 ff)`, or a type's name, which may have a case after it, and its values.
  mutating func word() -> Value? {
    guard var name = identifier() else { return nil }
    switch name {
    case "nil", "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "nan": return .double(.nan)
    case "inf": return .double(.infinity)
    default: break
    }
    var isQualified = false
    while place < bytes.count, bytes[place] == UInt8(ascii: "."), let part = part() {
      (name, isQualified) = (part, true)
    }
    if !isQualified, Self.literalTypes.contains(name) { return literal(of: name) }
    // A case begins with a small letter, a type with a capital.
    guard name.first?.isLowercase != true else {
      // A word alone is rather a text without its quotation marks.
      guard isQualified, let values = next == UInt8(ascii: "(") ? fields() : [] else { return nil }
      return .record([.init(name, .record(values))])
    }
    return fields().map { .record($0) }
  }

  private mutating func part() -> String? {
    skip()
    return identifier()
  }

  private static let literalTypes: Set = [
    "Set", "Data", "UUID", "Decimal", "Int", "UInt", "Int128", "UInt128", "Float", "Double", "Date",
  ]

  /// A value that has its type in front: `Set([1])`, `Data(00 ff)`, `UInt(3)`, `Date(0.5)`.
  private mutating func literal(of type: String) -> Value? {
    let start = place
    if accept("("), let value = argument(of: type), accept(")") { return value }
    move(to: start)
    return nil
  }

  private mutating func argument(of type: String) -> Value? {
    switch type {
    case "Set": if case .list(let elements)? = value() { .set(elements) } else { nil }
    case "Data" where next != UInt8(ascii: "\""): hexadecimal()
    case "Data": text().flatMap { Data(base64Encoded: $0) }.map { .bytes(Array($0)) }
    case "UUID" where next == UInt8(ascii: "\""): text().flatMap(UUID.init).map { .uuid($0) }
    case "Decimal" where next == UInt8(ascii: "\""):
      text().flatMap { $0 == "nan" ? $0 : DecimalText.exact($0) }.map { .decimal($0) }
    default: Self.number(run { $0 != UInt8(ascii: ")") }, of: type)
    }
  }

  /// A number of a type, or the bits of one that has no literal, `Double(0x7ff8000000000000)`.
  private static func number(_ text: String, of type: String) -> Value? {
    let bits = text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : nil
    let double = bits.map { Double(bitPattern: $0) } ?? Double(text)
    switch type {
    case "Int": return Int64(text).map { .int($0) }
    case "UInt": return UInt64(text).map { .uint($0) }
    case "Int128": return Int128(text).map { .int128($0) }
    case "UInt128": return UInt128(text).map { .uint128($0) }
    case "Float":
      guard let bits else { return Float(text).map { .float($0) } }
      return UInt32(exactly: bits).map { .float(Float(bitPattern: $0)) }
    case "Double": return double.map { .double($0) }
    case "Date": return double.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    default: return nil
    }
  }

  private mutating func hexadecimal() -> Value? {
    var content: [UInt8] = []
    while let sign = next, sign != UInt8(ascii: ")") {
      let pair = run(while: \.isHexDigit)
      guard pair.utf8.count == 2, let byte = UInt8(pair, radix: 16) else { return nil }
      content.append(byte)
    }
    return .bytes(content)
  }
}
