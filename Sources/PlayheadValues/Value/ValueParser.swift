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
  let bytes: [UInt8]
  private(set) var place = 0
  private var depth = 0

  init(_ text: String, _ notation: Notation) {
    (bytes, self.notation) = (Array(text.utf8), notation)
  }

  mutating func whole() -> Value? {
    guard let value = value(), next == nil else { return nil }
    return value
  }

  // MARK: Scanning

  /// The next byte that is no space.
  var next: UInt8? {
    mutating get {
      while peek?.isSpace == true { place += 1 }
      return peek
    }
  }

  var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  mutating func skip() { place += 1 }
  mutating func move(to place: Int) { self.place = place }

  /// The number of Unicode scalars before the next byte.
  var scalarOffset: Int { String(decoding: bytes[..<place], as: UTF8.self).unicodeScalars.count }

  /// Moves past a character if it comes next, after spaces.
  mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  mutating func run(while belongs: (UInt8) -> Bool) -> String {
    let start = place
    while place < bytes.count, belongs(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// The value that comes next, after spaces; `nil` if it is none.
  mutating func value() -> Value? {
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
    guard accept("{") else { return nil }
    if accept("}") { return .record([]) }
    repeat {
      guard next == UInt8(ascii: "\""), let name = text(), accept(":"), let value = value() else {
        return nil
      }
      members[name] = value
    } while accept(",")
    guard accept("}") else { return nil }
    let sorted = members.sorted { $0.key < $1.key }
    return .record(sorted.map { .init($0.key, $0.value) })
  }

  /// A list, or in Swift a dictionary.
  private mutating func elements() -> Value? {
    guard accept("[") else { return nil }
    if accept("]") { return .list([]) }
    if notation == .swift, accept(":") { return accept("]") ? .dictionary([]) : nil }
    var elements: [Value] = []
    var entries: [Value.Entry] = []
    repeat {
      guard let element = value() else { return nil }
      if notation == .swift, accept(":") {
        guard let value = value() else { return nil }
        entries.append(.init(element, value))
      } else {
        elements.append(element)
      }
    } while accept(",")
    guard accept("]"), elements.isEmpty || entries.isEmpty else { return nil }
    return entries.isEmpty ? .list(elements) : .dictionary(entries)
  }

  /// `(sku: "A-7", 2)`: a value without a label is called `_0`, `_1` … for its place, as Swift encodes it.
  mutating func fields() -> [Value.Field]? {
    var fields: [Value.Field] = []
    guard accept("(") else { return nil }
    if accept(")") { return [] }
    repeat {
      let label = label() ?? "_\(fields.count)"
      guard let value = value() else { return nil }
      fields.append(.init(label, value))
    } while accept(",")
    return accept(")") ? fields : nil
  }

  /// A label and its colon, if they come next.
  private mutating func label() -> String? {
    let start = place
    let name = next == UInt8(ascii: "\"") ? text() : identifier()
    if let name, accept(":") { return name }
    place = start
    return nil
  }

  /// `.idle`, `.loading(0.5)` or `.some(nil)`.
  private mutating func enumCase() -> Value? {
    guard accept("."), let name = next == UInt8(ascii: "\"") ? text() : identifier() else {
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

  /// A quoted text, whose opening quotation mark comes next.
  mutating func text() -> String? {
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
      guard accept("}") else { return nil }
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

extension UInt8 {
  var isSpace: Bool { [0x20, 0x0A, 0x0D, 0x09].contains(self) }
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  var isHexDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
}
