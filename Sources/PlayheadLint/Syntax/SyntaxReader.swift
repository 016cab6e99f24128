/// Reads the JSON of `swiftc -frontend -dump-ast -dump-ast-format json` into nodes.
///
/// Compilers change this form, so the reader only needs a `_kind` in each node: unknown keys become children
/// in that role, and missing values are empty. Damage gives `nil`, never a trap. Foundation's reader allows
/// only 512 levels, and long expressions make deeper trees.
struct SyntaxReader {
  /// The compiler itself gives up at less depth.
  private static let depthLimit = 8_000

  /// Keys that say nothing about what code does, or repeat it.
  private static let passedOver: Set<String> = [
    "substitutions", "function_ref", "parsed_sequence", "throws",
    "compiler_version", "builtin_initializer", "initializer", "decl_context", "attrs",
    "thrown_type", "type_usr", "context", "implicit_self_decl", "conformance", "reqs",
  ]

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var depth = 0

  /// The tree in `bytes`; nil if there is none.
  static func read(_ bytes: [UInt8]) -> SyntaxNode? {
    bytes.withUnsafeBufferPointer { buffer in
      var reader = SyntaxReader(buffer)
      return reader.node(role: "")
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func node(role: String) -> SyntaxNode? {
    guard take(UInt8(ascii: "{")), depth < Self.depthLimit else { return nil }
    depth += 1
    defer { depth -= 1 }
    let node = SyntaxNode(role: role)
    if take(UInt8(ascii: "}")) { return node }
    repeat {
      guard let key = string(), take(UInt8(ascii: ":")), member(key, of: node) else { return nil }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}")) ? node : nil
  }

  private mutating func member(_ key: String, of node: SyntaxNode) -> Bool {
    let isConformances = key == "conformances" && node.role != "inherits"
    if isConformances || Self.passedOver.contains(key) { return skip() }
    switch peek {
    case UInt8(ascii: "\""):
      guard let text = string() else { return false }
      node.take(text, for: key)
      return true
    case UInt8(ascii: "{"):
      guard let child = self.node(role: key) else { return false }
      node.take(child)
      return true
    case UInt8(ascii: "["): return array(key, of: node)
    case UInt8(ascii: "t"):
      node.mark(key)
      return skip()
    default: return number(for: key, of: node)
    }
  }

  private mutating func array(_ key: String, of node: SyntaxNode) -> Bool {
    guard take(UInt8(ascii: "[")) else { return false }
    if take(UInt8(ascii: "]")) { return true }
    repeat {
      switch peek {
      case UInt8(ascii: "{"):
        guard let child = self.node(role: key) else { return false }
        node.take(child)
      case UInt8(ascii: "\""):
        guard let text = string() else { return false }
        if key == "override" { node.overridden.append(text) } else { node.labels.append(text) }
      default: guard skip() else { return false }
      }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]"))
  }

  private mutating func number(for key: String, of node: SyntaxNode) -> Bool {
    var value = 0
    let first = place
    while let digit = peek, digit >= 48, digit <= 57, value < 1 << 40 {
      value = value * 10 + Int(digit - 48)
      place += 1
    }
    guard place > first else { return skip() }
    if key == "start" { node.start = value }
    if key == "end" { node.end = value }
    return true
  }

  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    place += 1
    return true
  }

  private mutating func string() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let first = place
    var isPlain = true
    while let byte = peek, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { (isPlain, place) = (false, place + 1) }
      place += 1
    }
    guard place < bytes.count else { return nil }
    let content = bytes[first..<place]
    place += 1
    // The texts that matter, names and USRs, only have escaped quotation marks.
    if isPlain { return String(decoding: content, as: UTF8.self) }
    return String(decoding: content.filter(Self.isNoEscape), as: UTF8.self)
  }

  private static func isNoEscape(_ byte: UInt8) -> Bool { byte != UInt8(ascii: "\\") }

  /// Skips a value of any kind.
  private mutating func skip() -> Bool {
    var open = 0
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""): guard passString() else { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open += 1
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if open == 0 { return true }
        open -= 1
        place += 1
      case UInt8(ascii: ",") where open == 0: return true
      default: place += 1
      }
    }
    return false
  }

  private mutating func passString() -> Bool {
    place += 1
    while let byte = peek, byte != UInt8(ascii: "\"") {
      place += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    place += 1
    return place <= bytes.count
  }
}
