import Foundation
import PlayheadCoding

extension Value {
  /// The value of a JSON text: objects as records with their members in the order of their names, arrays as lists,
  /// whole numbers as integers. A number that is no `Double` keeps all its digits, as a decimal or an integer of 128
  /// bits. `nil` if the text is not JSON.
  public init?(json: String) {
    var parser = ValueParser(json, .json)
    guard let value = parser.whole() else { return nil }
    self = value
  }

  /// The value of a text that a person typed or copied: JSON, or Swift as values are printed, `(sku: "A-7")`,
  /// `Cart(total: 9.99)`, `.loading(0.5)`, `["A-7": 2]`, `Data(00 ff)`, `2026-01-31T08:30:00Z`. `nil` if it is neither.
  package init?(typed text: String) {
    var parser = ValueParser(text, .swift)
    guard let value = parser.whole() else { return nil }
    self = value
  }
}

/// Reads values from JSON, or from Swift as `ValuePrinter` writes it and JSON besides.
struct ValueParser {
  enum Notation { case json, swift }

  /// As deep as `JSONDecoder` reads, so that no text can exhaust the stack.
  private static let depthLimit = 512

  let notation: Notation
  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  init(_ text: String, _ notation: Notation) {
    (bytes, self.notation) = (Array(text.utf8), notation)
  }

  /// The value of the whole text.
  mutating func whole() -> Value? {
    guard let value = value(), next == nil else { return nil }
    return value
  }

  // MARK: Scanning

  /// The next byte that is no space.
  private var next: UInt8? {
    mutating get {
      while place < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[place]) { place += 1 }
      return place < bytes.count ? bytes[place] : nil
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func run(while belongs: (UInt8) -> Bool) -> String {
    let start = place
    while place < bytes.count, belongs(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func value() -> Value? {
    guard depth < Self.depthLimit, let first = next else { return nil }
    depth += 1
    defer { depth -= 1 }
    switch first {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return elements()
    case UInt8(ascii: "\""): return text().map { .string($0) }
    default: break
    }
    if notation == .swift, let scalar = datedOrNamed() { return scalar }
    if first == UInt8(ascii: "-") || first.isDigit { return number() }
    if notation == .json { return jsonWord() }
    switch first {
    case UInt8(ascii: "("): return fields().map { .record($0) }
    case UInt8(ascii: "."): return enumCase()
    default: return word()
    }
  }

  // MARK: Containers

  private mutating func object() -> Value? {
    var members: [String: Value] = [:]
    guard take("{") else { return nil }
    if take("}") { return .record([]) }
    repeat {
      guard next == UInt8(ascii: "\""), let name = text(), take(":"), let value = value() else {
        return nil
      }
      members[name] = value
    } while take(",")
    guard take("}") else { return nil }
    let sorted = members.sorted { $0.key < $1.key }
    return .record(sorted.map { .init($0.key, $0.value) })
  }

  /// A list, or in Swift a dictionary.
  private mutating func elements() -> Value? {
    guard take("[") else { return nil }
    if take("]") { return .list([]) }
    if notation == .swift, take(":") { return take("]") ? .dictionary([]) : nil }
    var elements: [Value] = []
    var entries: [Value.Entry] = []
    repeat {
      guard let element = value() else { return nil }
      if notation == .swift, take(":") {
        guard let value = value() else { return nil }
        entries.append(.init(element, value))
      } else {
        elements.append(element)
      }
    } while take(",")
    guard take("]"), elements.isEmpty || entries.isEmpty else { return nil }
    return entries.isEmpty ? .list(elements) : .dictionary(entries)
  }

  /// `(sku: "A-7", 2)`: a value without a label is called `_0`, `_1` … for its place, as Swift encodes it.
  private mutating func fields() -> [Value.Field]? {
    var fields: [Value.Field] = []
    guard take("(") else { return nil }
    if take(")") { return [] }
    repeat {
      let label = label() ?? "_\(fields.count)"
      guard let value = value() else { return nil }
      fields.append(.init(label, value))
    } while take(",")
    return take(")") ? fields : nil
  }

  /// A label and its colon, if they come next.
  private mutating func label() -> String? {
    let start = place
    let name = next == UInt8(ascii: "\"") ? text() : identifier()
    if let name, take(":") { return name }
    place = start
    return nil
  }

  /// `.idle`, `.loading(0.5)` or `.some(nil)`.
  private mutating func enumCase() -> Value? {
    guard take("."), let name = next == UInt8(ascii: "\"") ? text() : identifier() else {
      return nil
    }
    guard let values = next == UInt8(ascii: "(") ? fields() : [] else { return nil }
    if name == "some", values.count == 1, values[0].name == "_0" {
      switch values[0].value {
      case .null, .wrapped: return .wrapped(values[0].value)
      default: break
      }
    }
    return .record([.init(name, .record(values))])
  }

  // MARK: Texts

  private mutating func text() -> String? {
    place += 1
    var text: [UInt8] = []
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += Array(String(scalar).utf8)
      case 0..<0x20 where notation == .json: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard place < bytes.count else { return nil }
    let letter = Unicode.Scalar(bytes[place])
    place += 1
    switch letter {
    case "\"", "\\", "/": return letter
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "0" where notation == .swift: return "\0"
    case "u" where notation == .swift && place < bytes.count && bytes[place] == UInt8(ascii: "{"):
      place += 1
      let digits = run(while: \.isHexDigit)
      guard take("}") else { return nil }
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    case "u": return utf16()
    default: return nil
    }
  }

  /// The four digits after `\u`, and those of a second half if that is needed.
  private mutating func utf16() -> Unicode.Scalar? {
    guard let unit = unit() else { return nil }
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
    guard bytes[place...].starts(with: "\\u".utf8) else { return nil }
    place += 2
    guard let trail = self.unit(), UTF16.isTrailSurrogate(trail) else { return nil }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  private mutating func unit() -> UInt16? {
    guard place + 4 <= bytes.count, bytes[place..<place + 4].allSatisfy(\.isHexDigit) else {
      return nil
    }
    defer { place += 4 }
    return UInt16(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
  }

  private mutating func jsonWord() -> Value? {
    switch run(while: \.isLetter) {
    case "null": .null
    case "true": .bool(true)
    case "false": .bool(false)
    default: nil
    }
  }
}

// MARK: - Numbers

extension ValueParser {
  private mutating func number() -> Value? {
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

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  fileprivate var isHexDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
}

// MARK: - Words of Swift

extension ValueParser {
  /// A date or a UUID, which are printed without quotation marks, if one comes next.
  private mutating func datedOrNamed() -> Value? {
    let start = place
    var text = run { $0.isDigit || $0.isLetter || [0x2B, 0x2D, 0x2E, 0x3A].contains($0) }
    // The colon behind a dictionary's key.
    if text.hasSuffix(":") {
      text.removeLast()
      place -= 1
    }
    if text.utf8.count == 36, let uuid = UUID(uuidString: text) { return .uuid(uuid) }
    if text.contains("T"), let date = ISO8601.date(of: text) { return .date(date) }
    place = start
    return nil
  }

  private mutating func identifier() -> String? {
    guard next != nil else { return nil }
    let rest = String(decoding: bytes[place...], as: UTF8.self).unicodeScalars
    guard let first = rest.first, first.startsIdentifier else { return nil }
    let name = String(rest.prefix(while: \.continuesIdentifier))
    place += name.utf8.count
    return name
  }

  /// `nil`, `true`, `nan`, `Data(00 ff)`, or a type's name, which may have a case behind it, and its values.
  private mutating func word() -> Value? {
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
    if let literal = literal(of: name) { return literal }
    // A case begins with a small letter, a type with a capital.
    guard name.first?.isLowercase != true else {
      // A word alone is rather a text without its quotation marks.
      guard isQualified, let values = next == UInt8(ascii: "(") ? fields() : [] else { return nil }
      return .record([.init(name, .record(values))])
    }
    return fields().map { .record($0) }
  }

  private mutating func part() -> String? {
    place += 1
    return identifier()
  }

  /// A value that has its type in front: `Set([1])`, `Data(00 ff)`, `UInt(3)`, `Date(0.5)`.
  private mutating func literal(of type: String) -> Value? {
    let start = place
    guard take("(") else { return nil }
    if type == "Data", let data = hexadecimal() { return data }
    if type == "Set", let list = value(), case .list(let elements) = list, take(")") {
      return .set(elements)
    }
    place = start
    // The forms in the brackets of a path.
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ")")) else { return nil }
    var parser = PathParser(type + String(decoding: bytes[start...end], as: UTF8.self))
    guard let value = try? parser.word() else { return nil }
    place = end + 1
    return value
  }

  private mutating func hexadecimal() -> Value? {
    let start = place
    var content: [UInt8] = []
    while !take(")") {
      let pair = run(while: \.isHexDigit)
      guard pair.utf8.count == 2, let byte = UInt8(pair, radix: 16) else {
        place = start
        return nil
      }
      content.append(byte)
    }
    return .bytes(content)
  }
}
